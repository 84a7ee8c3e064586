import Download from 'lucide-react/icons/download';
import { useId, useState } from 'react';
import { causeOf, hasCode } from '#client/data/errors.ts';
import { callMessage } from '#client/forms/call-message.ts';
import { present } from '#client/lib/present.ts';
import { useData, useHousehold } from '#client/session/use-household.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import { saveBlob } from '#client/ui/save-file.ts';
import { LOCALES } from '#domain/language.ts';
import type { ExportName } from '#domain/protocol/calls.ts';
import { AccountSection } from './account-section.tsx';

/** Exports the family's data as files: all of it, or the visits for a spreadsheet. */
export function DataExport() {
  const { texts } = useTranslation(['rare']);
  return (
    <AccountSection title={texts.ownData.take.title} lead={texts.ownData.take.lead}>
      <File name="everything" />
      <File name="visits" />
    </AccountSection>
  );
}

function File({ name }: { name: ExportName }) {
  const { t, texts } = useTranslation(['rare']);
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

/** Downloads an export and saves it as a file. Unsent commands are sent first, so that the export has them. */
function useDataExport(name: ExportName) {
  const { t } = useTranslation(['rare']);
  const data = useData();
  const household = useHousehold();
  const formatSize = useFormatSize();
  /** `status` is the progress, then the name of the saved file. */
  const [state, setState] = useState<{ isBusy: boolean; status?: string; failure?: string }>({
    isBusy: false,
  });
  const download = async () => {
    setState({ isBusy: true });
    try {
      await household.catchUp();
      const blob = await data.download(name, (bytes) =>
        setState({
          isBusy: true,
          status: t(($) => $.ownData.take.progress, { size: formatSize(bytes) }),
        }),
      );
      const file = `framme-${dayOf(present())}.${ENDINGS[name]}`;
      saveBlob(file, blob);
      setState({ isBusy: false, status: t(($) => $.ownData.take.done, { file }) });
    } catch (error) {
      setState({ isBusy: false, failure: failureOf(t, error) });
    }
  };
  return { ...state, download: () => void (state.isBusy || download()) };
}

function failureOf(t: Translate, error: unknown): string {
  if (causeOf(error) === 'network') return t(($) => $.ownData.take.offline);
  if (hasCode(error, 'too-many-requests')) return t(($) => $.ownData.take.busy);
  return callMessage(t, error);
}

/** Formats a size in kilobytes or megabytes in the language on screen. */
function useFormatSize(): (bytes: number) => string {
  const { language } = useTranslation();
  const format = (unit: 'kilobyte' | 'megabyte', digits: number) =>
    new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, maximumFractionDigits: digits });
  return (bytes) =>
    bytes < 1_000_000
      ? format('kilobyte', 0).format(Math.ceil(bytes / 1000))
      : format('megabyte', 1).format(bytes / 1_000_000);
}
