import { useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { Form } from '#client/forms/form.tsx';
import { useCommand } from '#client/forms/run-command.ts';
import { SelectField } from '#client/forms/select-field.tsx';
import { present } from '#client/lib/present.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import {
  isExpired,
  RETENTION_CHOICES,
  type RetentionDays,
  retentionCutoff,
  retentionDays,
} from '#domain/visits/retention.ts';
import { AccountSection } from './account-section.tsx';

/** Sets how long past visits are kept; a shorter time asks first and says how many visits it deletes. */
export function VisitRetention() {
  const { t, texts, format } = useTranslation(['rare']);
  const { profile, history, historyLoading } = useView();
  const [chosen, setChosen] = useState<RetentionDays>();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, save } = useVisitRetention(() => setAsking(false));
  const days = chosen === undefined ? retentionDays(profile) : chosen;
  const expired = countExpired(history, days);
  const submit = () => {
    if (expired > 0) setAsking(true);
    else save(days);
  };
  return (
    <AccountSection title={texts.ownData.keep.title} lead={texts.ownData.keep.lead}>
      <Form onSubmit={submit}>
        <SelectField
          name="keepVisits"
          label={texts.ownData.keep.label}
          value={String(days)}
          onChange={({ target }) => setChosen(choiceOf(target.value))}
        >
          {RETENTION_CHOICES.map((choice) => (
            <option key={choice} value={String(choice)}>
              {t(($) => $.ownData.keep[`days_${choice ?? 'forever'}`])}
            </option>
          ))}
        </SelectField>
        {failure && !isAsking && <ErrorBox>{failure}</ErrorBox>}
        <Button type="submit" wide label={texts.common.save} busy={isBusy} />
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={texts.ownData.keep.confirmTitle}
          confirmLabel={texts.ownData.keep.confirm}
          busy={isBusy}
          onConfirm={() => save(days)}
          failure={failure}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => $.ownData.keep.consequence, { count: expired, number: format.number(expired) })}</p>
          {historyLoading && <p>{texts.ownData.keep.mayBeMore}</p>}
        </ConfirmDialog>
      )}
    </AccountSection>
  );
}

function choiceOf(value: string): RetentionDays | undefined {
  return RETENTION_CHOICES.find((choice) => String(choice) === value);
}

/** Returns how many of the visits on this device a choice deletes. */
function countExpired(history: readonly VisitView[], days: RetentionDays): number {
  const limit = retentionCutoff(days, present());
  if (limit === undefined) return 0;
  const ended = ({ arrived, left }: VisitView) => left?.at ?? arrived?.at ?? '';
  return history.filter((visit) => isExpired({ open: visit.open, ended: ended(visit) }, limit)).length;
}

/** Saves the choice on the device; it is synced to the server like any command. */
function useVisitRetention(onSaved: () => void) {
  const { texts } = useTranslation(['rare']);
  const answered = useAnswered();
  const toast = useToast();
  const { isBusy, failure, run } = useCommand();
  const save = async (days: RetentionDays) => {
    const { done } = await run(() => answered((household) => household.run('keepVisits', { days })));
    if (!done) return;
    onSaved();
    toast({ text: texts.ownData.keep.saved });
  };
  return {
    isBusy,
    failure: failure && texts.ownData.keep.failed,
    save: (days: RetentionDays) => void save(days),
  };
}
