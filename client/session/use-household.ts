import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { FrammeData, Household, HouseholdView, VisitorView } from '#client/data/port.ts';
import { afterFrame } from '#client/lib/after-frame.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { InsideDialog, isModalOpen } from '#client/ui/dialogs/modals.ts';
import type { VisitorRef } from '#domain/paths.ts';

export function useHouseholdIfAny(): Household | undefined {
  return useDataPart((data) => data.household());
}

/** Undefined while prerendered pages hydrate, so that their markup matches. */
export function useDataPart<T>(read: (data: FrammeData) => T): T | undefined {
  const data = useData();
  return useSyncExternalStore<T | undefined>(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => read(data),
    () => undefined,
  );
}

const never = () => () => undefined;

/** Undefined in prerendering and hydration, so that their markup matches. */
export function useAfterHydration<T>(read: () => T): T | undefined {
  return useSyncExternalStore<T | undefined>(never, read, () => undefined);
}

/** Rerenders only when that part changes; `read` must return the same value for the same view. */
export function useViewPart<T>(read: (view: HouseholdView) => T): T | undefined {
  return useHouseholdPart((household) => read(household.view()));
}

/** The profile has the current e-mail; the account that of the sign-in. */
export function useOwnEmail(): string {
  const account = useHouseholdIfAny()?.account;
  return useViewPart(({ profile }) => profile?.email) ?? account?.email ?? '';
}

/** Rerenders on every change. */
export function useViewIfAny(): HouseholdView | undefined {
  return useViewPart((view) => view);
}

/** Somebody asks to join by this parent's invitation; the feed brings `askedUntil` to the family's phones. */
export function useIsAsked(): boolean {
  const until = useViewPart((view) => view.profile?.askedUntil);
  return until !== undefined && Date.parse(until) > correctedNow();
}

/** Pages then hide the family's data until somebody signs in again. */
export function useIsLocked(): boolean {
  return useViewPart(({ locked }) => locked) ?? false;
}

/** Otherwise taps wait on the phone. An answer by a proxy counts as offline. */
export function isReachable(
  view: Pick<HouseholdView, 'offline' | 'locked' | 'throttled' | 'mismatch'>,
): boolean {
  return !view.offline && !view.locked && !view.throttled && view.mismatch === undefined;
}

/**
 * One frame late and in a transition, so that the tapped row is painted first and the next tap is not
 * blocked.
 */
export function useDeferredView(): HouseholdView {
  const household = useHousehold();
  const [shown, setShown] = useState(() => ({ household, view: household.view() }));
  useEffect(() => {
    const view = () => household.view();
    const follow = () =>
      setShown((before) => (before.view === view() ? before : { household, view: view() }));
    const deferred = afterFrame(() => startTransition(follow));
    deferred.schedule();
    const stop = household.subscribe(deferred.schedule);
    return () => {
      stop();
      deferred.cancel();
    };
  }, [household]);
  // Never shows one household's view to another, not even for a frame.
  return shown.household === household ? shown.view : household.view();
}

/** The list may update later, so that a tap rerenders only its own row. */
export function useVisitor(shown: VisitorView): VisitorView {
  return useVisitorIfAny(shown.ref) ?? shown;
}

export function useVisitorIfAny(ref: VisitorRef): VisitorView | undefined {
  return useHouseholdPart((household) => household.visitor(ref));
}

export function useHouseholdPart<T>(read: (household: Household) => T): T | undefined {
  const household = useHouseholdIfAny();
  const isInside = useContext(InsideDialog);
  return useSyncExternalStore(
    useCallback(
      (listener) => (household ? follow(household, listener, isInside) : () => {}),
      [household, isInside],
    ),
    () => household && read(household),
    () => undefined,
  );
}

const waiting = new Set<() => void>();
const notifyWaiting = afterFrame(() => {
  const listeners = [...waiting];
  waiting.clear();
  for (const listener of listeners) listener();
});

/** The page behind a modal updates after the frame that shows a tap in the modal. */
function follow(household: Household, listener: () => void, isInside: boolean): () => void {
  const stop = household.subscribe(() => {
    if (isInside || !isModalOpen()) return listener();
    waiting.add(listener);
    notifyWaiting.schedule();
  });
  return () => {
    stop();
    waiting.delete(listener);
  };
}

/** Throws outside a guarded page. */
export function useHousehold(): Household {
  return orThrow(useHouseholdIfAny());
}

/** A hook for one value a household, shared by pages and released after sign-out. */
export function perHousehold<T>(create: (data: FrammeData, household: Household) => T): () => T {
  const made = new WeakMap<Household, T>();
  return () => {
    const data = useData();
    const household = useHousehold();
    const value = made.get(household) ?? create(data, household);
    made.set(household, value);
    return value;
  };
}

/** Throws outside a guarded page. */
export function useView(): HouseholdView {
  return orThrow(useViewIfAny());
}

function orThrow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('This page needs a guard: nobody is signed in');
  return found;
}

export const DataContext = createContext<FrammeData | undefined>(undefined);

/** Guarded pages use `useHousehold` and `useView` instead. */
export function useData(): FrammeData {
  const data = useContext(DataContext);
  if (!data) throw new Error('useData must be used within an AuthProvider');
  return data;
}
