import { useState } from 'react';
import { runCommand } from '#client/forms/run-command.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { RetentionDays } from '#domain/visits/retention.ts';

/** Saves the choice on the device; it is synced to the server like any command. */
export function useVisitRetention(onSaved: () => void) {
  const { t } = useTranslation(['rare']);
  const answered = useAnswered();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (days: RetentionDays) => {
    setBusy(true);
    const { failure: failed } = await runCommand(() =>
      answered((household) => household.run('keepVisits', { days })),
    );
    setBusy(false);
    setFailure(failed && t(($) => $.ownData.keep.failed));
    if (failed) return;
    onSaved();
    toast({ text: t(($) => $.ownData.keep.saved) });
  };
  return { isBusy, failure, save: (days: RetentionDays) => void save(days) };
}
