import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Household, HouseholdView, VisitorView } from '#client/data/port.ts';
import { afterFrame } from '#client/ui/hooks/after-frame.ts';
import { useData } from './use-data.ts';

/** The signed-in household, or undefined for a visitor. */
export function useHouseholdIfAny(): Household | undefined {
  const data = useData();
  return useSyncExternalStore(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => data.household(),
    () => undefined,
  );
}

/**
 * One thing of what the household's screens show: renders anew at once, and only, when that one changed. In: how it is
 * read, which gives the same value for the same view. Undefined for a visitor.
 */
export function useOfView<T>(read: (view: HouseholdView) => T): T | undefined {
  return useOfHousehold((household) => read(household.view()));
}

/** What the household's screens show, or undefined for a visitor. Renders anew whenever anything of it changes. */
export function useViewIfAny(): HouseholdView | undefined {
  return useOfView((view) => view);
}

/** Whether the session ended elsewhere: the screens then show nothing of the family until somebody signs in again. */
export function useIsLocked(): boolean {
  return useOfView(({ locked }) => locked) ?? false;
}

/**
 * What the household's screens show, a frame behind: what a tap changed has been shown by then, and whatever else follows
 * from it is drawn in pieces that let the next tap through.
 */
export function useViewAfterwards(): HouseholdView {
  const household = useHousehold();
  const [shown, setShown] = useState(() => ({ household, view: household.view() }));
  useEffect(() => {
    const follow = () => setShown((before) => newer(before, household));
    const following = afterFrame(() => startTransition(follow));
    following.ask();
    const stop = household.subscribe(following.ask);
    return () => {
      stop();
      following.cancel();
    };
  }, [household]);
  // Not for one frame is a family shown to another.
  return shown.household === household ? shown.view : household.view();
}

type ShownView = { household: Household; view: HouseholdView };

function newer(before: ShownView, household: Household): ShownView {
  const view = household.view();
  return before.view === view ? before : { household, view };
}

/**
 * A friend or guest as they are now. In: as a list showed them; the list around them may follow a moment later, so that
 * a tap draws the row it was made on and nothing else.
 */
export function useVisitor(shown: VisitorView): VisitorView {
  return useOfHousehold((household) => household.visitor(shown.ref)) ?? shown;
}

function useOfHousehold<T>(read: (household: Household) => T): T | undefined {
  const household = useHouseholdIfAny();
  return useSyncExternalStore(
    useCallback((listener) => household?.subscribe(listener) ?? (() => {}), [household]),
    () => household && read(household),
    () => undefined,
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
