import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '#client/data/port.ts';
import { callMessage } from '#client/session/call-message.ts';
import { useData } from '#client/session/use-data.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { dayOf } from '#client/ui/local-day.ts';
import { saveBlob } from '#client/ui/save-file.ts';
import type { ExportName } from '#domain/protocol/export-paths.ts';

interface TakingData {
  isBusy: boolean;
  /** How far it has come, then what the file is called. */
  said: string | undefined;
  failure: string | undefined;
  take(): void;
}

const ENDINGS: Record<ExportName, string> = { everything: 'json', visits: 'csv' };

/** Fetches a file whole and hands it to the browser; what has not been sent yet goes first, so that it is in it. */
export function useTakingData(name: ExportName): TakingData {
  const { t } = useTranslation();
  const data = useData();
  const household = useHousehold();
  const sizeOf = useSize();
  const [state, setState] = useState<{ isBusy: boolean; said?: string; failure?: string }>({ isBusy: false });
  const take = async () => {
    setState({ isBusy: true });
    try {
      await household.catchUp();
      const blob = await data.download(name, (bytes) =>
        setState({ isBusy: true, said: t(($) => $.account.ownData.take.progress, { size: sizeOf(bytes) }) }),
      );
      const file = `framme-${dayOf(Date.now())}.${ENDINGS[name]}`;
      saveBlob(file, blob);
      setState({ isBusy: false, said: t(($) => $.account.ownData.take.done, { file }) });
    } catch (error) {
      const isOffline = error instanceof CallFailed && error.code === 'offline';
      const failure = isOffline ? t(($) => $.account.ownData.take.offline) : callMessage(t, error);
      setState({ isBusy: false, failure });
    }
  };
  const { isBusy, said, failure } = state;
  return { isBusy, said, failure, take: () => void (isBusy || take()) };
}

/** Kilobytes below a megabyte, in the language on screen. */
function useSize(): (bytes: number) => string {
  const { language } = useLanguage();
  const format = (unit: 'kilobyte' | 'megabyte', digits: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits });
  return (bytes) =>
    bytes < 1_000_000
      ? format('kilobyte', 0).format(Math.ceil(bytes / 1000))
      : format('megabyte', 1).format(bytes / 1_000_000);
}
