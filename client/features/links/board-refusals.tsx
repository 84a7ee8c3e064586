import { useId } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { toldOnBoard } from './refusals.ts';

interface Props {
  list: readonly ChildView[];
  focusAfter: string;
}

/** The notes above the board. */
export function BoardRefusals({ list, focusAfter }: Props) {
  const { texts } = useTranslation(['rare']);
  const heading = useId();
  const told = toldOnBoard(list, present());
  if (told.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="stack gap-3">
      <h2 id={heading} tabIndex={-1}>
        {texts.linkRefusals.heading}
      </h2>
      {told.map((visitor) => (
        <RefusalNote key={visitor.ref.visitor} visitor={visitor} focusAfter={focusAfter} />
      ))}
    </section>
  );
}
