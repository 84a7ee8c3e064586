import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { PersonRow } from '#client/people/person-row.tsx';
import { formatRecent } from '#client/translations/format.ts';
import { useFormat, useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Activity, ActivityEvent } from '#domain/protocol/activity.ts';
import { PROVIDERS } from '#domain/protocol/providers.ts';
import styles from './account.module.css';

/** One kind of event of one day: what, by which method, on which device, how often and when. */
export function ActivityRow({ entry }: { entry: Activity & { event: ActivityEvent } }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const format = useFormat();
  const { event, device, at, times: count } = entry;
  const method = useMethodName(entry.method);
  const outcome = useOutcome(entry.outcome);
  const name = t(($) => $.activity.events[event]);
  const time = formatRecent(language, at, useNow());
  return (
    <PersonRow name={method === undefined ? name : `${name} (${method})`} actions={null}>
      {outcome !== undefined && (
        <span className={styles.refused}>
          <TriangleAlert size={16} aria-hidden="true" /> {outcome}
        </span>
      )}
      <span>{device || t(($) => $.account.devices.unknown)}</span>
      {count === 1 ? (
        <span>{time}</span>
      ) : (
        <span>
          {t(($) => $.activity.times, { count, number: format.number(count) })},{' '}
          {t(($) => $.activity.last, { time })}
        </span>
      )}
    </PersonRow>
  );
}

/** Returns undefined for a method that this page has no words for. */
function useMethodName(method: string | undefined): string | undefined {
  const { t } = useTranslation();
  const providerName = useProviderName();
  const known = METHODS.find((one) => one === method);
  const provider = PROVIDERS.find((one) => one === method);
  if (known !== undefined) return t(($) => $.activity.methods[known]);
  return provider && (providerName(provider) ?? t(($) => $.activity.methods.oidc));
}

const METHODS = ['password', 'passkey', 'recovery-code', 'link', 'host'] as const;
const OUTCOMES = ['unfinished', 'failed', 'limited', 'refused'] as const;

/** Returns undefined for a success. */
function useOutcome(outcome: string): string | undefined {
  const { t } = useTranslation();
  const known = OUTCOMES.find((one) => one === outcome);
  return known && t(($) => $.activity.outcomes[known]);
}
