import { createContext, useContext } from 'react';

/**
 * Runs an action that may need step-up authentication: if the server asks for it, a dialog re-authenticates the parent and
 * the action runs again. Returns undefined if the parent cancels. Rejects as the action does.
 */
export type RunWithReauth = <T>(action: () => Promise<T>) => Promise<T | undefined>;

export const ReauthContext = createContext<RunWithReauth | undefined>(undefined);

export function useReauth(): RunWithReauth {
  const runWithReauth = useContext(ReauthContext);
  if (!runWithReauth) throw new Error('useReauth must be used within a ReauthProvider');
  return runWithReauth;
}
