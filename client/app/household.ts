import { useCallback, useSyncExternalStore } from 'react';
import type { Household, HouseholdView } from '#client/data/port.ts';
import { useData } from './data.ts';

/** The signed-in household, or undefined for a visitor. */
export function useHouseholdIfAny(): Household | undefined {
  const data = useData();
  return useSyncExternalStore(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => data.household(),
    () => undefined,
  );
}

/** What the household's screens show, or undefined for a visitor. Renders anew whenever anything of it changes. */
export function useViewIfAny(): HouseholdView | undefined {
  const household = useHouseholdIfAny();
  return useSyncExternalStore(
    useCallback((listener) => household?.subscribe(listener) ?? (() => {}), [household]),
    () => household?.view(),
    () => undefined,
  );
}

/** Whether the session ended elsewhere: the screens then show nothing of the family until somebody signs in again. */
export function useIsLocked(): boolean {
  const household = useHouseholdIfAny();
  return useSyncExternalStore(
    useCallback((listener) => household?.subscribe(listener) ?? (() => {}), [household]),
    () => household?.view().locked ?? false,
    () => false,
  );
}

/** The signed-in household, on pages behind a guard. */
export function useHousehold(): Household {
  return signedIn(useHouseholdIfAny());
}

/** What the household's screens show, on pages behind a guard. */
export function useView(): HouseholdView {
  return signedIn(useViewIfAny());
}

function signedIn<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('This page needs a guard: nobody is signed in');
  return found;
}
