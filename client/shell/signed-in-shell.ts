import { lazyPart } from '#client/lib/lazy-part.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';

/** The parts of the layout that only a signed-in parent sees, loaded before their household is opened. */
export const signedInShell = lazyPart(() =>
  import('./signed-in-parts.ts').then(({ signedInParts }) => signedInParts),
);

/** Undefined for a visitor. */
export function useSignedInShell() {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  return isSignedIn ? signedInShell.loaded : undefined;
}
