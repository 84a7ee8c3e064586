import { createContext, useContext } from 'react';

/**
 * Does something that only the owner of the account may, and asks for the password first where the server wants it.
 * Out: what it came to, or undefined where the parent did not prove it. Rejects as the action does.
 */
export type Proven = <T>(action: () => Promise<T>) => Promise<T | undefined>;

export const ProvenContext = createContext<Proven | undefined>(undefined);

export function useProven(): Proven {
  const proven = useContext(ProvenContext);
  if (!proven) throw new Error('useProven must be used within a ProofProvider');
  return proven;
}
