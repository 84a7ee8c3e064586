import { useNavigate } from 'react-router';
import { useReturnTo } from '#client/session/return-to.ts';
import type { SignInReply } from '#domain/protocol/calls.ts';

/** The address of the second-factor step: it survives a reload, and the server's redirects can lead to it. */
export const SECOND_FACTOR_PATH = '/login?step=passkey';

/** True if a query is that of the second-factor step. */
export function asksSecondFactor(search: string): boolean {
  return new URLSearchParams(search).get('step') === 'passkey';
}

/** Returns a function that goes on after a sign-in: to the dashboard, or to the second-factor step. */
export function useSignedInRedirect(): (reply: SignInReply) => Promise<void> {
  const navigate = useNavigate();
  return async (reply) => navigate('account' in reply ? '/dashboard' : SECOND_FACTOR_PATH, { replace: true });
}

/** Returns a function that goes to the second-factor step if a sign-in asks for one, keeping return path and e-mail. */
export function useSecondFactorRedirect(email = ''): (reply: SignInReply) => void {
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  return (reply) => {
    if ('next' in reply) void navigate(SECOND_FACTOR_PATH, { state: { ...returnTo, email } });
  };
}
