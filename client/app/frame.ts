import { late } from '#client/data/late.ts';
import { useHouseholdIfAny } from './household.ts';

/** What only a signed-in parent sees around the pages; it is fetched before their household is opened. */
export const frame = late(() => import('./parent-frame.ts').then(({ parentFrame }) => parentFrame));

/** Undefined for a visitor. */
export function useParentFrame() {
  const isParent = useHouseholdIfAny() !== undefined;
  return isParent ? frame.here : undefined;
}
