import Check from 'lucide-react/icons/check';
import { memo } from 'react';
import { Dot } from '#client/lib/dot.tsx';
import type { Tone } from '#client/people/child-tones.ts';
import { CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/note.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import { Left } from './arrival-row.tsx';
import type { VisitorOfChild } from './presence.ts';
import { Host, RowState } from './row-parts.tsx';
import rows from './rows.module.css';
import styles from './select-row.module.css';

interface Props extends VisitorOfChild {
  tone: Tone;
  isSelected: boolean;
  /** A stable function. */
  onSelect(visitor: Id): void;
}

/** A visitor who is out, as high as the row that checks them in: a press anywhere selects them, and changes nothing else. */
export const SelectRow = memo(function SelectRow({
  child,
  visitor: shown,
  tone,
  isSelected,
  onSelect,
}: Props) {
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
      tone={tone}
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
