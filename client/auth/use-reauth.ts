import { createContext, useContext } from 'react';

/**
 * If the server asks for step-up authentication, a dialog re-authenticates and `action` runs again. Undefined
 * if the parent cancels.
 */
export type RunWithReauth = <T>(action: () => Promise<T>) => Promise<T | undefined>;

export const ReauthContext = createContext<RunWithReauth | undefined>(undefined);

export function useReauth(): RunWithReauth {
  const runWithReauth = useContext(ReauthContext);
  if (!runWithReauth) throw new Error('useReauth must be used within a ReauthProvider');
  return runWithReauth;
}
