import type { Tone } from '#client/people/child-tones.ts';
import { CompactRow } from '#client/people/compact-row.tsx';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Host } from './host.tsx';
import type { VisitorOfChild } from './presence.ts';
import { Time } from './time.tsx';

/** A visitor who is here already and can't be checked in: since when, and with whom. */
export function PresentRow({ child, visitor, tone }: VisitorOfChild & { tone: Tone }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, timestamp } = visitor;
  const time = timestamp && format.sinceTime(timestamp);
  return (
    <CompactRow name={name} tone={tone}>
      <Host name={child.name} />
      {time && (
        <>
          {' · '}
          <Time words={t(($) => $.hereNow.since, { time })} time={time} />
        </>
      )}
    </CompactRow>
  );
}
