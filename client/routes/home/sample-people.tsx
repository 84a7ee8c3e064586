import { Dotted } from '#client/lib/dot.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { House } from '#client/ui/house.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './sample-board.module.css';

const MINUTE = 60_000;

/** In the order of the names in the texts; `hereFor` in ms. */
export const SAMPLE: readonly { child: Id; visitor: Id; hereFor?: number }[] = [
  { child: 'samplechild1', visitor: 'samplefriend1', hereFor: 80 * MINUTE },
  { child: 'samplechild2', visitor: 'samplefriend5', hereFor: 35 * MINUTE },
  { child: 'samplechild2', visitor: 'samplefriend9' },
];

export function SampleHead({ here }: { here: number }) {
  const { texts } = useTranslation('home');
  return (
    <div className={styles.head}>
      <House lit={here} className={styles.house} />
      <h2 id="sample" className="row between gap-2 large">
        <span>{texts.home.sample.title}</span>
        <span className={`${styles.example} small`}>{texts.home.sample.example}</span>
      </h2>
      <p className="muted numbers">
        <Dotted text={`${texts.hereNow.heading} · ${here}`} />
      </p>
    </div>
  );
}
