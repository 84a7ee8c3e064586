import { Dotted } from '#client/lib/dot.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';

const MINUTE = 60_000;

/** In the order of the names in the texts; `hereFor` in ms. */
export const SAMPLE: readonly { child: Id; visitor: Id; hereFor?: number }[] = [
  { child: 'samplechild1', visitor: 'samplefriend1', hereFor: 80 * MINUTE },
  { child: 'samplechild2', visitor: 'samplefriend2', hereFor: 35 * MINUTE },
  { child: 'samplechild2', visitor: 'samplefriend3' },
];

/** "Här nu · 2". */
export function SampleCount({ here }: { here: number }) {
  const { texts } = useTranslation('home');
  return (
    <p className="muted numbers">
      <Dotted text={`${texts.hereNow.heading} · ${here}`} />
    </p>
  );
}
