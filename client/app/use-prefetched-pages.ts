import { useEffect } from 'react';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { prefetchDailyPages } from './pages.tsx';

/** The delay of prefetching after the first screen, in ms, so that it does not compete with that. */
const AFTER_FIRST_SCREEN = 1000;

/** Prefetches the pages of a signed-in parent, so that they open offline. */
export function usePrefetchedPages(): void {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  const { translations } = useTranslation();
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => {
      prefetchDailyPages();
      import('./daily-dialogs.ts').then(({ prefetchDailyDialogs }) => prefetchDailyDialogs(), ignore);
      translations.load(['home', 'modal', 'historyPage', 'profile', 'rare']).catch(ignore);
    }, AFTER_FIRST_SCREEN);
    return () => clearTimeout(timer);
  }, [isSignedIn, translations]);
}

function ignore(): void {}
