import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Household } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { dayOf } from '#client/ui/local-day.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { unsentFile } from './unsent-file.ts';

/** Keeps what was not sent in a file of the parent's own. Out: the name of the last one. */
export function useUnsentFile(household: Household): { saved: string | undefined; save: () => void } {
  const { t } = useTranslation();
  const format = useFormat();
  const [saved, setSaved] = useState<string>();
  const save = () => {
    const name = `framme-${dayOf(Date.now())}.json`;
    const text = unsentFile(household.unsent(), household.view().children, {
      about: t(($) => $.signOut.fileIsAbout),
      what: (command) => t(($) => $.common.commands[command]),
      time: (at) => format.dateTime(at),
    });
    saveFile(name, 'application/json', text);
    setSaved(name);
  };
  return { saved, save };
}
