import type { VisitView } from '#client/data/port.ts';
import type { Tone } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useVisitWords } from '#client/people/use-visit-words.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Day } from '#client/ui/local-day.ts';
import styles from './picture.module.css';

interface Props {
  visit: VisitView;
  /** The colour of the child. */
  tone: Tone;
  day: Day;
  now: number;
  startsBefore: boolean;
}

/** The words of a bar: the child's initials and the visitor's name on the left, the times on the right. */
export function PictureLine({ visit, tone, day, now, startsBefore }: Props) {
  const { t } = useTranslation();
  const { when, duration } = useVisitWords()(visit, day, now);
  return (
    <span className={styles.line}>
      <span className={styles.who}>
        <Initials small name={visit.childName} tone={tone} />
        <PersonName>{visit.name}</PersonName>
        <span className="visually-hidden">
          {t(($) => $.history.with)} <PersonName>{visit.childName}</PersonName>
        </span>
      </span>
      <span className={styles.when}>
        {startsBefore && <span aria-hidden="true">← </span>}
        {duration === undefined ? when : `${when} · ${duration}`}
      </span>
    </span>
  );
}
