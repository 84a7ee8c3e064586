import { useCallback, useEffect, useState } from 'react';
import { whenOnline } from '#client/lib/when-online.ts';
import type { CallName, CallReply, calls } from '#domain/protocol/calls.ts';
import { useData } from './use-data.ts';

type QueryName = { [N in CallName]: (typeof calls)[N]['method'] extends 'GET' ? N : never }[CallName];

export interface Query<N extends QueryName> {
  /** Undefined until the first reply; kept while refetching. */
  reply: CallReply<N> | undefined;
  /** The error of the last call; undefined if it succeeded. */
  error: unknown;
  /** Calls again; never rejects. */
  refetch: () => Promise<void>;
}

/** Calls the server for data about the account when the component mounts; after a failure again, until it succeeds. */
export function useQuery<N extends QueryName>(name: N): Query<N> {
  const data = useData();
  const [reply, setReply] = useState<CallReply<N>>();
  const [error, setError] = useState<unknown>();
  const refetch = useCallback(async () => {
    try {
      const reply = await data.ask(name, {} as never);
      setReply(() => reply);
      setError(undefined);
    } catch (error) {
      setError(error);
    }
  }, [data, name]);
  useEffect(() => void refetch(), [refetch]);
  // Each failure is another error, after which another attempt is due.
  useEffect(() => (error === undefined ? undefined : whenOnline(() => void refetch())), [error, refetch]);
  return { reply, error, refetch };
}
