import { late } from '#client/data/lib/lazy-part.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';

/** What only a signed-in parent sees around the pages; it is fetched before their household is opened. */
export const frame = late(() => import('./signed-in-parts.ts').then(({ parentFrame }) => parentFrame));

/** Undefined for a visitor. */
export function useParentFrame() {
  const isParent = useHouseholdIfAny() !== undefined;
  return isParent ? frame.here : undefined;
}
