import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { prefetchDailyPages } from './pages.tsx';

/** How long after the first screen the other pages are fetched, in ms, so that they do not compete with it. */
const AFTER_FIRST_SCREEN = 1000;

/** Has the pages of a signed-in parent at hand before the reception is lost. */
export function useDailyPages(): void {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  const { i18n } = useTranslation();
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => {
      prefetchDailyPages();
      i18n.loadNamespaces('home').catch(console.error);
    }, AFTER_FIRST_SCREEN);
    return () => clearTimeout(timer);
  }, [isSignedIn, i18n]);
}
