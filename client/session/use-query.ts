import { useCallback, useEffect, useState } from 'react';
import type { CallName, CallReply, calls } from '#domain/protocol/calls.ts';
import { useData } from './use-data.ts';

type Asking = { [N in CallName]: (typeof calls)[N]['method'] extends 'GET' ? N : never }[CallName];

export interface Asked<N extends Asking> {
  /** Undefined until the first answer; stays while it is asked again. */
  reply: CallReply<N> | undefined;
  /** What was thrown the last time. */
  failed: unknown;
  /** Asks again; resolves when it was answered. */
  again: () => Promise<void>;
}

/** Asks the server for something about the account as soon as the screen shows. */
export function useAsked<N extends Asking>(name: N): Asked<N> {
  const data = useData();
  const [reply, setReply] = useState<CallReply<N>>();
  const [failed, setFailed] = useState<unknown>();
  const again = useCallback(async () => {
    try {
      const found = await data.ask(name, {} as never);
      setReply(() => found);
      setFailed(undefined);
    } catch (error) {
      setFailed(error);
    }
  }, [data, name]);
  useEffect(() => void again(), [again]);
  return { reply, failed, again };
}
