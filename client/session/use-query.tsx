import CloudOff from 'lucide-react/icons/cloud-off';
import { useCallback, useEffect, useState } from 'react';
import { causeOf, hasCode } from '#client/data/errors.ts';
import { errorText } from '#client/forms/use-action.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { CallName, CallReply, calls } from '#domain/protocol/calls.ts';
import styles from './offline-notice.module.css';
import { useData } from './use-household.ts';

type QueryName = { [N in CallName]: (typeof calls)[N]['method'] extends 'GET' ? N : never }[CallName];

export interface Query<T> {
  /** Kept while refetching. */
  reply: T | undefined;
  error: unknown;
  /** Never rejects. */
  refetch: () => Promise<void>;
}

/** Calls on mount; a failure is retried until it succeeds. */
export function useQuery<N extends QueryName>(name: N): Query<CallReply<N>> {
  const data = useData();
  return useQueryFn(useCallback(() => data.call(name, {} as never), [data, name]));
}

/** `ask` must be stable. */
export function useQueryFn<T>(ask: () => Promise<T>): Query<T> {
  const [reply, setReply] = useState<T>();
  const [error, setError] = useState<unknown>();
  const refetch = useCallback(async () => {
    try {
      const reply = await ask();
      setReply(() => reply);
      setError(undefined);
    } catch (error) {
      setError(error);
    }
  }, [ask]);
  useEffect(() => void refetch(), [refetch]);
  // Each failure is a new error object, so another attempt is due.
  useEffect(() => (error === undefined ? undefined : whenOnline(() => void refetch())), [error, refetch]);
  return { reply, error, refetch };
}

/** Quiet, since `useQuery` retries by itself. */
export function QueryFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('details');
  // Retrying does not help with these.
  const isOver = ENDINGS.some((code) => hasCode(error, code));
  return (
    <p className={`${styles.line} muted small`}>
      <span className={`${styles.words} inline gap-1`}>
        <CloudOff size={16} aria-hidden="true" />
        <span>{isOver ? errorText(t, error) : t(($) => $.account.unread[causeOf(error)])}</span>
      </span>
    </p>
  );
}

const ENDINGS = ['not-signed-in', 'other-household', 'account-gone', 'page-too-old', 'page-too-new'] as const;
