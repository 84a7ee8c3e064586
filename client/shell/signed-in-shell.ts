import { lazyModule } from '#client/lib/lazy-module.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';

/** Loaded before the household is opened. */
export const signedInShell = lazyModule(() =>
  import('./signed-in-parts.ts').then(({ signedInParts }) => signedInParts),
);

export function useSignedInShell() {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  return isSignedIn ? signedInShell.loaded : undefined;
}
