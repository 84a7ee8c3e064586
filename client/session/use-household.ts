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
import { InsideDialog, isModalOpen } from '#client/ui/dialogs/modals.ts';
import { afterFrame } from '#client/ui/hooks/after-frame.ts';
import type { VisitorRef } from '#domain/paths.ts';

/** The signed-in household, or undefined if signed out. */
export function useHouseholdIfAny(): Household | undefined {
  return useDataPart((data) => data.household());
}

/** A part of the client library's state. Undefined while prerendered pages hydrate, so that their markup matches. */
export function useDataPart<T>(read: (data: FrammeData) => T): T | undefined {
  const data = useData();
  return useSyncExternalStore<T | undefined>(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => read(data),
    () => undefined,
  );
}

/**
 * A part of the household's view; rerenders only when that part changes. `read` must return the same value for the same
 * view. Undefined if signed out.
 */
export function useViewPart<T>(read: (view: HouseholdView) => T): T | undefined {
  return useHouseholdPart((household) => read(household.view()));
}

/** The e-mail of the account that is stored on this device; its profile has the current one. */
export function useOwnEmail(): string {
  const account = useHouseholdIfAny()?.account;
  return useViewPart(({ profile }) => profile?.email) ?? account?.email ?? '';
}

/** The household's view, or undefined if signed out. Rerenders on every change. */
export function useViewIfAny(): HouseholdView | undefined {
  return useViewPart((view) => view);
}

/** True if the session ended elsewhere: pages then hide the family's data until somebody signs in again. */
export function useIsLocked(): boolean {
  return useViewPart(({ locked }) => locked) ?? false;
}

/**
 * The household's view, one frame late and in a transition: the tapped row has been painted by then, and rendering the rest
 * does not block the next tap.
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

/**
 * The current state of a friend or guest that a list renders. The list itself may update later, so that a tap rerenders
 * its own row only.
 */
export function useVisitor(shown: VisitorView): VisitorView {
  return useVisitorIfAny(shown.ref) ?? shown;
}

/** A friend or guest as they are now; undefined if they were removed. */
export function useVisitorIfAny(ref: VisitorRef): VisitorView | undefined {
  return useHouseholdPart((household) => household.visitor(ref));
}

/** A part of the household, as `useViewPart`. */
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

/** Subscribes; the page behind a modal follows after the frame that shows a tap in the modal. */
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

/** The signed-in household. Throws outside a guarded page. */
export function useHousehold(): Household {
  return orThrow(useHouseholdIfAny());
}

/** The household's view. Throws outside a guarded page. */
export function useView(): HouseholdView {
  return orThrow(useViewIfAny());
}

function orThrow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('This page needs a guard: nobody is signed in');
  return found;
}

export const DataContext = createContext<FrammeData | undefined>(undefined);

/** The client data port. Guarded pages use `useHousehold` and `useView` instead. */
export function useData(): FrammeData {
  const data = useContext(DataContext);
  if (!data) throw new Error('useData must be used within an AuthProvider');
  return data;
}
