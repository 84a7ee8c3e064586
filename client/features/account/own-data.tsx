import Download from 'lucide-react/icons/download';
import { useId, useState } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { causeOf } from '#client/data/errors.ts';
import type { VisitView } from '#client/data/port.ts';
import { SelectField } from '#client/forms/field.tsx';
import { Form } from '#client/forms/form.tsx';
import { useCommand } from '#client/forms/run-command.ts';
import { errorText, useAction } from '#client/forms/use-action.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useAwaitOutcome } from '#client/session/use-await-outcome.ts';
import { useData, useHousehold, useView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { LOCALES } from '#domain/language.ts';
import type { ExportName } from '#domain/protocol/calls.ts';
import {
  isExpired,
  RETENTION_CHOICES,
  type RetentionDays,
  retentionCutoff,
  retentionDays,
} from '#domain/visits/retention.ts';
import styles from './account.module.css';
import { AccountSection } from './account-parts.tsx';

export function DataExport() {
  const { texts } = useTranslation('details');
  return (
    <AccountSection title={texts.ownData.take.title} lead={texts.ownData.take.lead}>
      <File name="everything" />
      <File name="visits" />
    </AccountSection>
  );
}

function File({ name }: { name: ExportName }) {
  const { t, texts } = useTranslation('details');
  const hint = useId();
  const { isBusy, status, failure, download } = useDataExport(name);
  return (
    <div className="stack gap-4">
      <Button
        variant="secondary"
        wide
        label={t(($) => $.ownData.take[name])}
        busy={isBusy}
        icon={Download}
        aria-describedby={hint}
        onClick={download}
      />
      <p id={hint} className="muted">
        {name === 'everything' ? texts.ownData.take.everythingHint : texts.ownData.take.visitsHint}
      </p>
      <p role="status" className="collapse">
        {status}
      </p>
      {failure && (
        <ErrorBox action={<Button variant="secondary" label={texts.common.retry} onClick={download} />}>
          {failure}
        </ErrorBox>
      )}
    </div>
  );
}

const ENDINGS: Record<ExportName, string> = { everything: 'json', visits: 'csv' };

/** Sends unsent commands first, so that the export has them. */
function useDataExport(name: ExportName) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const household = useHousehold();
  const formatSize = useFormatSize();
  /** `status`: the progress, then the saved file's name. */
  const [state, setState] = useState<{ isBusy: boolean; status?: string; failure?: string }>({
    isBusy: false,
  });
  const download = async () => {
    setState({ isBusy: true });
    try {
      await household.syncNow();
      const blob = await data.download(name, (bytes) =>
        setState({
          isBusy: true,
          status: t(($) => $.ownData.take.progress, { size: formatSize(bytes) }),
        }),
      );
      const file = `framme-${dayOf(correctedNow())}.${ENDINGS[name]}`;
      saveFile(file, blob);
      setState({ isBusy: false, status: t(($) => $.ownData.take.done, { file }) });
    } catch (error) {
      const { offline, busy } = texts.ownData.take;
      const isOffline = causeOf(error) === 'network';
      const failure = isOffline ? offline : errorText(t, error, { 'too-many-requests': busy });
      setState({ isBusy: false, failure });
    }
  };
  return { ...state, download: () => void (state.isBusy || download()) };
}

function useFormatSize(): (bytes: number) => string {
  const { language } = useTranslation();
  const format = (unit: 'kilobyte' | 'megabyte', digits: number) =>
    new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, maximumFractionDigits: digits });
  return (bytes) =>
    bytes < 1_000_000
      ? format('kilobyte', 0).format(Math.ceil(bytes / 1000))
      : format('megabyte', 1).format(bytes / 1_000_000);
}

/** A shorter time asks first, with the number of deleted visits. */
export function VisitRetention() {
  const { t, texts, format } = useTranslation('details');
  const { profile, history, historyLoading } = useView();
  const [chosen, setChosen] = useState<RetentionDays>();
  const [isAsking, setAsking] = useState(false);
  const answered = useAwaitOutcome();
  const toast = useToast();
  const { isBusy, failure: failed, run } = useCommand();
  const failure = failed && texts.ownData.keep.failed;
  const days = chosen === undefined ? retentionDays(profile) : chosen;
  const expired = countExpired(history, days);
  const save = async () => {
    const { done } = await run(() => answered((household) => household.run('keepVisits', { days })));
    if (!done) return;
    setAsking(false);
    toast({ text: texts.ownData.keep.saved });
  };
  const submit = () => {
    if (expired > 0) setAsking(true);
    else void save();
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
          {...{ isBusy, failure }}
          title={texts.ownData.keep.confirmTitle}
          confirmLabel={texts.ownData.keep.confirm}
          onConfirm={() => void save()}
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

function countExpired(history: readonly VisitView[], days: RetentionDays): number {
  const limit = retentionCutoff(days, correctedNow());
  if (limit === undefined) return 0;
  const ended = ({ arrived, left }: VisitView) => left?.at ?? arrived?.at ?? '';
  return history.filter((visit) => isExpired({ open: visit.open, ended: ended(visit) }, limit)).length;
}

/** The app's shell reports the deletion. */
export function DeleteAccount() {
  const { texts } = useTranslation('details');
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountSection title={texts.ownData.delete.title} lead={texts.ownData.delete.lead}>
      <Button
        variant="secondary"
        wide
        className={styles.danger}
        label={texts.ownData.delete.title}
        onClick={() => setAsking(true)}
      />
      {isAsking && <Question onClose={() => setAsking(false)} />}
    </AccountSection>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const runWithReauth = useReauth();
  const { waiting, refused } = useView();
  const { isBusy, failure, run } = useAction();
  const unsent = waiting + refused.length;
  return (
    <ConfirmDialog
      {...{ isBusy, failure, onClose }}
      title={texts.ownData.delete.confirmTitle}
      confirmLabel={texts.ownData.delete.confirm}
      onConfirm={() => void run(() => runWithReauth(() => data.deleteAccount()))}
    >
      <p>{texts.ownData.delete.consequence}</p>
      <p>{texts.ownData.delete.takeFirst}</p>
      {unsent > 0 && <p>{t(($) => $.ownData.delete.unsent, { count: unsent })}</p>}
    </ConfirmDialog>
  );
}
