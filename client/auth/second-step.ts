import { useNavigate } from 'react-router';
import { useReturnTo } from '#client/session/use-return-to.ts';
import type { SignInReply } from '#domain/protocol/calls.ts';

/** The address of the second step: it survives a reload, and the server's own redirects can lead to it. */
export const SECOND_STEP = '/login?step=passkey';

/** Whether a query is that of the second step. */
export function isSecondStep(search: string): boolean {
  return new URLSearchParams(search).get('step') === 'passkey';
}

/** Goes on to the second step where a way to sign in asks for one. Where the parent was headed, and what was typed, is kept. */
export function useGoOn(email = ''): (reply: SignInReply) => void {
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  return (reply) => {
    if ('next' in reply) void navigate(SECOND_STEP, { state: { ...returnTo, email } });
  };
}
