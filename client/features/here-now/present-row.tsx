import type { Tone } from '#client/people/child-tones.ts';
import { CompactRow } from '#client/people/compact-row.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Host } from './host.tsx';
import type { VisitorOfChild } from './presence.ts';
import { RowState } from './row-state.tsx';
import { Time } from './time.tsx';

/** A visitor who is here already and can't be checked in: since when, and with whom. */
export function PresentRow({ child, visitor: shown, tone }: VisitorOfChild & { tone: Tone }) {
  const { t } = useTranslation();
  const format = useFormat();
  const visitor = useVisitor(shown);
  const { name, timestamp, status } = visitor;
  const time = timestamp && format.sinceTime(timestamp);
  return (
    <CompactRow name={name} tone={tone} gone={status === 'out' ? 'out' : undefined}>
      <RowState visitor={visitor} listed="in">
        <Host name={child.name} />
        {time && (
          <>
            {' · '}
            <Time words={t(($) => $.hereNow.since, { time })} time={time} />
          </>
        )}
      </RowState>
    </CompactRow>
  );
}
