import { memo, useId } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { VisitChip } from '#client/people/status-pill.tsx';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import styles from './here-now.module.css';
import { lastArrival } from './presence.ts';

/** The visitor checked in last, and when. */
export const LastCheckIn = memo(function LastCheckIn({ history }: { history: readonly VisitView[] }) {
  const { t } = useTranslation();
  const heading = useId();
  const format = useFormat();
  useNow();
  const visit = lastArrival(history);
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading}>{t(($) => $.hereNow.lastCheckIn)}</SectionHeading>
      {visit?.arrived ? (
        <p className={styles.last}>
          <span className={styles.name}>
            <PersonName>{visit.name}</PersonName>
          </span>
          <span className={styles.muted}>
            {t(($) => $.hereNow.with)} <PersonName>{visit.childName}</PersonName>
          </span>
          <span className={styles.lastStatus}>
            <VisitChip open={visit.open} />
            <time className={styles.lastTime} dateTime={visit.arrived.at}>
              {format.sinceTime(visit.arrived.at)}
            </time>
          </span>
        </p>
      ) : (
        <p className={styles.muted}>{t(($) => $.hereNow.noCheckIn)}</p>
      )}
    </Card>
  );
});
