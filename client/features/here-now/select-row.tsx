import Check from 'lucide-react/icons/check';
import { memo, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dot } from '#client/lib/dot.tsx';
import { CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/marks.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import { usualVisitors, type VisitorOfChild } from './board-order.ts';
import { Host, Left, RowState } from './row-parts.tsx';
import rows from './rows.module.css';
import styles from './select-row.module.css';

interface Props extends VisitorOfChild {
  isSelected: boolean;
  /** Must be stable. */
  onSelect(visitor: Id): void;
}

/** Keeps the check-in row's height; a press anywhere only selects. */
export const SelectRow = memo(function SelectRow({ child, visitor: shown, isSelected, onSelect }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor(shown);
  const { ref, status } = visitor;
  const { name } = shown;
  const box = (
    // biome-ignore lint/a11y/useSemanticElements: a press of a label is two clicks, of which the guard against double taps stops one.
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t(($) => $.hereNow.selectNamed, { name })}
      data-moves
      data-tap
      className={`${styles.select} ${rows.stretched} bare center`}
      onClick={() => onSelect(ref.visitor)}
    >
      <span className={`${styles.box} circle`}>{isSelected && <Check size={20} />}</span>
    </button>
  );
  return (
    <CompactRow
      id={ref.visitor}
      name={name}
      mark={<NoteMark visitor={visitor} />}
      gone={status === 'in' ? 'in' : undefined}
      action={status === 'out' && box}
    >
      <RowState visitor={visitor} listed="out">
        <Host name={child.name} />
        <Dot />
        <Left visitor={visitor} isShort />
      </RowState>
    </CompactRow>
  );
});

/** Undefined while each tap checks one in. */
type Selected = readonly Id[] | undefined;

/** From a sheet closed without using it; `at` in ms. */
export interface KeptSelection {
  selected: readonly Id[];
  at: number;
}

/** In ms. A sheet closed by mistake restores its selection. */
const KEPT_FOR = 5 * 60_000;

/** `now` in ms. */
export function selectionAt(now: number, kept: KeptSelection | undefined): Selected {
  return kept && now - kept.at < KEPT_FOR ? kept.selected : undefined;
}

/** Only those still out: what others did meanwhile is not repeated. */
export function selectedVisitors(children: readonly ChildView[], selected: Selected = []): VisitorView[] {
  if (selected.length === 0) return [];
  const away = usualVisitors(children).map(({ visitor }) => visitor);
  return away.filter(({ ref }) => selected.includes(ref.visitor));
}

/** `kept` saves it for the next sheet. */
export function useSelection(kept: RefObject<KeptSelection | undefined>) {
  const [selected, setSelected] = useState(() => selectionAt(correctedNow(), kept.current));
  useEffect(() => {
    kept.current = selected?.length ? { selected, at: correctedNow() } : undefined;
  }, [kept, selected]);
  const select = useCallback(
    (visitor: Id) =>
      setSelected((known = []) =>
        known.includes(visitor) ? known.filter((one) => one !== visitor) : [...known, visitor],
      ),
    [],
  );
  return { selected, select, setSelected, longPress: useLongPress(selected, select) };
}

/** In ms. */
const LONG_PRESS = 500;

function useLongPress(selected: Selected, select: (visitor: Id) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown({ target, currentTarget }: PointerEvent) {
      stop();
      const tap = !selected && target instanceof Element && target.closest('[data-tap]');
      const row = tap ? tap.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
      if (!row) return;
      timer.current = setTimeout(() => {
        // For the guard against moved rows, a press of the button above.
        currentTarget.querySelector('button')?.dispatchEvent(new Event('input', { bubbles: true }));
        select(row);
      }, LONG_PRESS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
  };
}
