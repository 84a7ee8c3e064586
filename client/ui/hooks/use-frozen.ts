import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { InsideDialog } from '#client/ui/dialogs/modals.ts';
import { FrozenLists } from './frozen-lists.ts';

/** The page's lists; a dialog has its own. */
const FrozenListsContext = createContext(new FrozenLists());

/** For contents above the rows, frozen like them. `isQuestion`: waits only until the hand rests. */
export function useFrozenValue<T>(latest: T, { isQuestion = false } = {}): T {
  const lists = useContext(FrozenListsContext);
  const [shown, setShown] = useState(latest);
  useHolding(lists, { latest, shown, isQuestion, show: setShown });
  return shown;
}

/** A ref for rows of the page's lists outside their main area. */
export function useFrozenArea(): (area: HTMLElement | null) => (() => void) | undefined {
  const lists = useContext(FrozenListsContext);
  return useCallback((area) => (area ? lists.attach(area) : undefined), [lists]);
}

/** `shown` is frozen until the lists were idle for a while; rows render their own state meanwhile. */
export function useFrozenList<T>(latest: T) {
  const area = useRef<HTMLDivElement>(null);
  const ofPage = useContext(FrozenListsContext);
  const isInside = useContext(InsideDialog);
  const [lists] = useState(() => (isInside ? new FrozenLists(ofPage) : ofPage));
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

function useHolding<T>(lists: FrozenLists, { latest, shown, isQuestion, show, fade }: Holding<T>): void {
  const [key] = useState(() => ({}));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions set state alone.
  useEffect(() => {
    if (latest === shown) lists.drop(key);
    else lists.hold(key, { isQuestion, show: () => show(() => latest), ...(fade && { fade }) });
  }, [lists, key, latest, shown]);
  useEffect(() => () => lists.drop(key), [lists, key]);
}
