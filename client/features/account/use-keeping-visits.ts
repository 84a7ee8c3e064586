import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runCommand } from '#client/forms/run-command.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { RetentionDays } from '#domain/visits/retention.ts';

/** Keeps the choice on the device, from where it goes to the server like any tap. */
export function useKeepingVisits(onKept: () => void) {
  const { t } = useTranslation();
  const household = useHousehold();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const keep = async (days: RetentionDays) => {
    setBusy(true);
    const { failure: failed } = await runCommand(() => household.run('keepVisits', { days }));
    setBusy(false);
    setFailure(failed && t(($) => $.account.ownData.keep.failed));
    if (failed) return;
    onKept();
    toast({ text: t(($) => $.account.ownData.keep.saved) });
  };
  return { isBusy, failure, keep: (days: RetentionDays) => void keep(days) };
}
