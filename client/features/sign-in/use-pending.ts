import { useEffect, useState } from 'react';
import { useData } from '#client/session/use-household.ts';
import type { CallReply } from '#domain/protocol/calls.ts';

type Pending = 'pendingSecondFactor' | 'pendingSignUp';

/** The step of a sign-in that is pending in this browser; null if none is, 'unknown' if the server was not reached. */
export function usePending<N extends Pending>(name: N): CallReply<N>['pending'] | 'unknown' | undefined {
  const data = useData();
  const [pending, setPending] = useState<CallReply<N>['pending'] | 'unknown'>();
  useEffect(() => {
    data.ask(name, {} as never).then(
      (reply) => setPending(() => reply.pending),
      () => setPending('unknown'),
    );
  }, [data, name]);
  return pending;
}
