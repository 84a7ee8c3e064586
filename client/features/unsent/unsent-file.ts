import { useState } from 'react';
import type { UnsentCommand } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import { saveFile } from '#client/ui/save-file.ts';

/** Texts in the language on screen. */
interface UnsentFileText {
  about: string;
  what(name: UnsentCommand['name']): string;
  time(at: number): string;
}

/** Saves commands that the server never took as a file of the parent's; `saved` is the name of the last one. */
export function useUnsentFile(about?: string) {
  const { t, texts, format } = useTranslation(['rare']);
  const [saved, setSaved] = useState<string>();
  const save = (unsent: readonly UnsentCommand[]) => {
    const name = `framme-${dayOf(present())}.json`;
    const text = unsentFile(unsent, {
      about: about ?? texts.signOut.fileIsAbout,
      what: (command) => t(($) => $.commands[command]),
      time: (at) => format.dateTime(at),
    });
    saveFile(name, 'application/json', text);
    setSaved(name);
    return name;
  };
  return { saved, save };
}

/** Returns the content of the file: JSON that a person can read too. */
export function unsentFile(unsent: readonly UnsentCommand[], text: UnsentFileText): string {
  const changes = unsent.map(({ people, ...command }) => ({
    what: text.what(command.name),
    ...people,
    when: text.time(command.tappedAt),
    ...command,
    tappedAt: new Date(command.tappedAt).toISOString(),
  }));
  return `${JSON.stringify({ about: text.about, changes }, undefined, 2)}\n`;
}
