import { useEffect } from 'react';
import { useHouseholdIfAny } from './household.ts';
import { prefetchDailyPages } from './pages.tsx';

/** How long after the first screen the other pages are fetched, in ms, so that they do not compete with it. */
const AFTER_FIRST_SCREEN = 1000;

/** Has the pages of a signed-in parent at hand before the reception is lost. */
export function useDailyPages(): void {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(prefetchDailyPages, AFTER_FIRST_SCREEN);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}
