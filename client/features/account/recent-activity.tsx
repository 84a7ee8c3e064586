import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { ACTIVITIES, type Activity, type ActivityEvent } from '#domain/protocol/account-calls.ts';
import { PROVIDERS } from '#domain/protocol/providers.ts';
import { AccountSection } from './account-section.tsx';

/** The number of entries that are shown at first. */
const FIRST = 5;

/** The account's security events, newest first. */
export function RecentActivity() {
  const { t, texts, format } = useTranslation(['rare']);
  const { reply, error } = useQuery('activity');
  const [isComplete, setIsComplete] = useState(false);
  const known = reply?.activity.filter(isKnown) ?? [];
  const shown = isComplete ? known : known.slice(0, FIRST);
  return (
    <AccountSection title={texts.activity.title} lead={texts.activity.lead}>
      {!reply && !error && <Skeleton rows={FIRST} />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && known.length === 0 && <p>{texts.activity.none}</p>}
      {shown.length > 0 && (
        <PersonList label={texts.activity.title}>
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
          label={
            isComplete
              ? texts.activity.fewer
              : t(($) => $.activity.more, { number: format.number(known.length) })
          }
          onClick={() => setIsComplete((before) => !before)}
        />
      )}
    </AccountSection>
  );
}

/** A newer server may list events that this page has no words for. */
function isKnown(entry: Activity): entry is Activity & { event: ActivityEvent } {
  return ACTIVITIES.some((event) => event === entry.event);
}

/** One kind of event of one day: what, by which method, on which device, how often and when. */
function ActivityRow({ entry }: { entry: Activity & { event: ActivityEvent } }) {
  const { t, texts, format } = useTranslation();
  const { event, device, at, times: count } = entry;
  const method = useMethodName(entry.method);
  const outcome = useOutcome(entry.outcome);
  const name = t(($) => $.activity.events[event]);
  const time = format.sinceTime(at, useNow());
  return (
    <PersonRow name={method === undefined ? name : `${name} (${method})`} actions={null}>
      {outcome !== undefined && (
        <span className="inline gap-1 strong">
          <TriangleAlert size={16} />
          <span>{outcome}</span>
        </span>
      )}
      <span>{device || texts.account.devices.unknown}</span>
      {count === 1 ? (
        <span>{time}</span>
      ) : (
        <span>
          {`${t(($) => $.activity.times, { count, number: format.number(count) })}, ${t(($) => $.activity.last, { time })}`}
        </span>
      )}
    </PersonRow>
  );
}

/** Returns undefined for a method that this page has no words for. */
function useMethodName(method: string | undefined): string | undefined {
  const { t, texts } = useTranslation();
  const providerName = useProviderName();
  const known = METHODS.find((one) => one === method);
  const provider = PROVIDERS.find((one) => one === method);
  if (known !== undefined) return t(($) => $.activity.methods[known]);
  return provider && (providerName(provider) ?? texts.activity.methods.oidc);
}

const METHODS = ['password', 'passkey', 'recovery-code', 'link', 'host'] as const;
const OUTCOMES = ['unfinished', 'failed', 'limited', 'refused'] as const;

/** Returns undefined for a success. */
function useOutcome(outcome: string): string | undefined {
  const { t } = useTranslation();
  const known = OUTCOMES.find((one) => one === outcome);
  return known && t(($) => $.activity.outcomes[known]);
}
