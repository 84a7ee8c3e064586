import Download from 'lucide-react/icons/download';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Household, UnsentCommand } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useViewIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import { saveFile } from '#client/ui/save-file.ts';
import styles from './sign-out-question.module.css';

interface SignOutQuestionProps {
  household: Household;
  onLeave: () => void;
  onStay: () => void;
}

/**
 * Signing out wipes the device. After the session ended elsewhere, unsent changes can only be discarded: the
 * holder must not read them.
 */
export function SignOutQuestion({ household, onLeave, onStay }: SignOutQuestionProps) {
  const { t, texts } = useTranslation('details');
  const { waiting = 0, refused = [], locked = false } = useViewIfAny() ?? {};
  const file = useUnsentFile();
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const send = async () => {
    setSending(true);
    await household.syncNow().catch(console.error);
    setSending(false);
    const left = household.view();
    setFailed(left.waiting > 0);
    if (left.waiting + left.refused.length === 0) onLeave();
  };
  const isAllSent = waiting + refused.length === 0;
  return (
    <Dialog role="alertdialog" title={texts.signOut.title} onClose={onStay}>
      <div className="stack gap-2">
        <div role="status" className={`${styles.words} stack gap-2`}>
          {isAllSent && <p>{texts.signOut.allSent}</p>}
          {waiting > 0 && <p>{t(($) => $.signOut.consequence, { count: waiting })}</p>}
          {refused.length > 0 && <p>{t(($) => $.signOut.refused, { count: refused.length })}</p>}
          {locked && !isAllSent && <p>{texts.signOut.locked}</p>}
          {file.saved && !locked && <p>{t(($) => $.signOut.saved, { file: file.saved })}</p>}
          {hasFailed && !isSending && !locked && <p>{texts.signOut.notSent}</p>}
        </div>
        {waiting > 0 && !locked && (
          <Button wide label={texts.signOut.send} busy={isSending} icon={Send} onClick={() => void send()} />
        )}
        {!isAllSent && !locked && (
          <Button
            wide
            variant="secondary"
            icon={Download}
            label={texts.signOut.saveFile}
            onClick={() => file.save(household.unsent())}
          />
        )}
        <Button
          wide
          variant={isAllSent ? 'primary' : 'danger'}
          icon={isAllSent ? undefined : Trash2}
          label={isAllSent ? texts.common.nav.signOut : texts.signOut.discard}
          onClick={onLeave}
        />
        <Button wide variant="quiet" label={texts.signOut.stay} onClick={onStay} />
      </div>
    </Dialog>
  );
}

interface UnsentFileText {
  about: string;
  what(name: UnsentCommand['name']): string;
  time(at: number): string;
}

export function useUnsentFile(about?: string) {
  const { t, texts, format } = useTranslation('details');
  const [saved, setSaved] = useState<string>();
  const save = (unsent: readonly UnsentCommand[]) => {
    const name = `framme-${dayOf(correctedNow())}.json`;
    const text = unsentFile(unsent, {
      about: about ?? texts.signOut.fileIsAbout,
      what: (command) => t(($) => $.commands[command]),
      time: (at) => format.dateTime(at),
    });
    saveFile(name, new Blob([text], { type: 'application/json' }));
    setSaved(name);
    return name;
  };
  return { saved, save };
}

/** JSON that a person can read too. */
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
