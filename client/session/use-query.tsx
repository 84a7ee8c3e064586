import CloudOff from 'lucide-react/icons/cloud-off';
import { useCallback, useEffect, useState } from 'react';
import { causeOf, hasCode } from '#client/data/errors.ts';
import { callMessage } from '#client/forms/call-message.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { CallName, CallReply, calls } from '#domain/protocol/calls.ts';
import styles from './no-contact.module.css';
import { useData } from './use-household.ts';

type QueryName = { [N in CallName]: (typeof calls)[N]['method'] extends 'GET' ? N : never }[CallName];

export interface Query<T> {
  /** Undefined until the first reply; kept while refetching. */
  reply: T | undefined;
  /** The error of the last call; undefined if it succeeded. */
  error: unknown;
  /** Calls again; never rejects. */
  refetch: () => Promise<void>;
}

/** Calls the server for data about the account when the component mounts; after a failure again, until it succeeds. */
export function useQuery<N extends QueryName>(name: N): Query<CallReply<N>> {
  const data = useData();
  return useAsked(useCallback(() => data.ask(name, {} as never), [data, name]));
}

/** As `useQuery` for any question, a stable function. */
export function useAsked<T>(ask: () => Promise<T>): Query<T> {
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
  // Each failure is another error, after which another attempt is due.
  useEffect(() => (error === undefined ? undefined : whenOnline(() => void refetch())), [error, refetch]);
  return { reply, error, refetch };
}

/** One quiet line in the place of data that could not be loaded; nobody has to act, as `useQuery` tries again by itself. */
export function QueryFailed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // Waiting does not help if the sign-in is over, or the page is too old.
  const isOver = ENDINGS.some((code) => hasCode(error, code));
  return (
    <p className={`${styles.line} muted small`}>
      <span className={`${styles.words} inline gap-1`}>
        <CloudOff size={16} aria-hidden="true" />
        <span>{isOver ? callMessage(t, error) : t(($) => $.account.unread[causeOf(error)])}</span>
      </span>
    </p>
  );
}

const ENDINGS = ['not-signed-in', 'other-household', 'account-gone', 'page-too-old', 'page-too-new'] as const;
