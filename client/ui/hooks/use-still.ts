import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { InsideDialog } from '#client/ui/dialogs/modals.ts';
import { StillLists, StillListsContext } from './still-lists.ts';

/**
 * Returns a value that changes only while the lists are still: for what stands above the rows. `isQuestion`: it waits only
 * until the hand rests.
 */
export function useHeld<T>(latest: T, { isQuestion = false } = {}): T {
  const lists = useContext(StillListsContext);
  const [shown, setShown] = useState(latest);
  useHolding(lists, { latest, shown, isQuestion, show: setShown });
  return shown;
}

interface Still<T> {
  /** The value for the lists: older than the latest until they have been left alone for a while. */
  shown: T;
  /** The element around the lists. */
  area: RefObject<HTMLDivElement | null>;
  /** True while rows that left fade away, marked with `data-gone`, before the lists change. */
  isFading: boolean;
  /** For `StillListsContext` around the rows. */
  lists: StillLists;
}

/** Holds back changes of lists in which a button would move under a finger. Rows render their own state meanwhile. */
export function useStill<T>(latest: T): Still<T> {
  const area = useRef<HTMLDivElement>(null);
  const ofPage = useContext(StillListsContext);
  const isInside = useContext(InsideDialog);
  const [lists] = useState(() => (isInside ? new StillLists(ofPage) : ofPage));
  const [shown, setShown] = useState(latest);
  const [isFading, setFading] = useState(false);
  useEffect(() => (area.current ? lists.attach(area.current) : undefined), [lists]);
  const show = (next: () => T) => {
    setFading(false);
    setShown(next);
  };
  useHolding(lists, { latest, shown, show, fade: () => setFading(true) });
  return { shown, area, isFading, lists };
}

interface Holding<T> {
  latest: T;
  shown: T;
  isQuestion?: boolean;
  show(next: () => T): void;
  fade?: () => void;
}

function useHolding<T>(lists: StillLists, { latest, shown, isQuestion, show, fade }: Holding<T>): void {
  const [key] = useState(() => ({}));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions set state alone.
  useEffect(() => {
    if (latest === shown) lists.drop(key);
    else lists.hold(key, { isQuestion, show: () => show(() => latest), ...(fade && { fade }) });
  }, [lists, key, latest, shown]);
  useEffect(() => () => lists.drop(key), [lists, key]);
}
