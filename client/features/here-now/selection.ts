import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import type { Id } from '#domain/ids.ts';
import { usualVisitors } from './presence.ts';

/** The visitors selected in the check-in sheet; undefined while each tap checks one in. */
type Selected = readonly Id[] | undefined;

/** The selection of a sheet that was closed without using it, and when (ms). */
export interface KeptSelection {
  selected: readonly Id[];
  at: number;
}

/** A sheet closed by mistake and opened again within this time (ms) has its selection; later it begins anew. */
const KEPT_FOR = 5 * 60_000;

/** Returns the selection that a sheet opened at `now` (ms) begins with. */
export function selectionAt(now: number, kept: KeptSelection | undefined): Selected {
  return kept && now - kept.at < KEPT_FOR ? kept.selected : undefined;
}

/** Returns the selected visitors who are still out; what others did meanwhile is not done again. */
export function selectedVisitors(children: readonly ChildView[], selected: Selected = []): VisitorView[] {
  if (selected.length === 0) return [];
  const away = usualVisitors(children).map(({ visitor }) => visitor);
  return away.filter(({ ref }) => selected.includes(ref.visitor));
}

/** The selection of the open sheet; `kept` holds it for the next one. */
export function useSelection(kept: RefObject<KeptSelection | undefined>) {
  const [selected, setSelected] = useState(() => selectionAt(present(), kept.current));
  useEffect(() => {
    kept.current = selected?.length ? { selected, at: present() } : undefined;
  }, [kept, selected]);
  const select = useCallback(
    (visitor: Id) =>
      setSelected((known = []) =>
        known.includes(visitor) ? known.filter((one) => one !== visitor) : [...known, visitor],
      ),
    [],
  );
  return { selected, select, setSelected };
}
