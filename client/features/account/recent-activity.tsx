import { useState } from 'react';
import { PersonList } from '#client/people/person-row.tsx';
import { QueryFailed } from '#client/session/query-failed.tsx';
import { useQuery } from '#client/session/use-query.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { ACTIVITIES, type Activity, type ActivityEvent } from '#domain/protocol/activity.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { ActivityRow } from './activity-row.tsx';

/** The number of entries that are shown at first. */
const FIRST = 5;

/** The account's security events, newest first. */
export function RecentActivity() {
  const { t } = useTranslation(['rare']);
  const format = useFormat();
  const { reply, error } = useQuery('activity');
  const [isComplete, setIsComplete] = useState(false);
  const known = reply?.activity.filter(isKnown) ?? [];
  const shown = isComplete ? known : known.slice(0, FIRST);
  return (
    <AccountSection title={t(($) => $.activity.title)}>
      <p className={styles.hint}>{t(($) => $.activity.lead)}</p>
      {!reply && !error && <Skeleton rows={FIRST} />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && known.length === 0 && <p>{t(($) => $.activity.none)}</p>}
      {shown.length > 0 && (
        <PersonList label={t(($) => $.activity.title)}>
          {shown.map((entry) => (
            <ActivityRow key={JSON.stringify(entry)} entry={entry} />
          ))}
        </PersonList>
      )}
      {known.length > FIRST && (
        // It stays and keeps the focus.
        <Button
          variant="secondary"
          wide
          aria-expanded={isComplete}
          onClick={() => setIsComplete((before) => !before)}
        >
          {isComplete
            ? t(($) => $.activity.fewer)
            : t(($) => $.activity.more, { number: format.number(known.length) })}
        </Button>
      )}
    </AccountSection>
  );
}

/** A newer server may list events that this page has no words for. */
function isKnown(entry: Activity): entry is Activity & { event: ActivityEvent } {
  return ACTIVITIES.some((event) => event === entry.event);
}
