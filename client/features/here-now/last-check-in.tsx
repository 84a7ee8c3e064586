import { memo, useId } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import styles from './here-now.module.css';
import { lastArrival } from './presence.ts';

/** The visitor checked in last, and when, in one line. */
export const LastCheckIn = memo(function LastCheckIn({ history }: { history: readonly VisitView[] }) {
  const { t } = useTranslation();
  const heading = useId();
  const format = useFormat();
  useNow();
  const visit = lastArrival(history);
  return (
    <section aria-labelledby={heading} className={styles.last}>
      <h2 id={heading}>{t(($) => $.hereNow.lastCheckIn)}</h2>{' '}
      {visit?.arrived ? (
        <span className={styles.muted}>
          <PersonName>{visit.name}</PersonName> {t(($) => $.hereNow.with)}{' '}
          <PersonName>{visit.childName}</PersonName>
          {' · '}
          <time dateTime={visit.arrived.at}>{format.sinceTime(visit.arrived.at)}</time>
        </span>
      ) : (
        <span className={styles.muted}>{t(($) => $.hereNow.noCheckIn)}</span>
      )}
    </section>
  );
});
