import Download from 'lucide-react/icons/download';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Household } from '#client/data/port.ts';
import { useViewIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import styles from './sign-out-question.module.css';
import { useUnsentFile } from './unsent-file.ts';

interface SignOutQuestionProps {
  household: Household;
  onLeave: () => void;
  onStay: () => void;
}

/**
 * Asks before signing out, which wipes the device: unsent changes can be sent, saved to a file or discarded. After the session
 * ended elsewhere they can only be discarded: whoever holds the device must not read them.
 */
export function SignOutQuestion({ household, onLeave, onStay }: SignOutQuestionProps) {
  const { t, texts } = useTranslation(['rare']);
  const { waiting = 0, refused = [], locked = false } = useViewIfAny() ?? {};
  const file = useUnsentFile();
  const { isSending, hasFailed, send } = useSendUnsent(household, onLeave);
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
          <Button wide label={texts.signOut.send} busy={isSending} icon={Send} onClick={send} />
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

/** Tries once more to send the unsent changes, and signs out if none is left. */
function useSendUnsent(household: Household, onLeave: () => void) {
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const trySend = async () => {
    setSending(true);
    await household.catchUp().catch(console.error);
    setSending(false);
    const { waiting, refused } = household.view();
    setFailed(waiting > 0);
    if (waiting + refused.length === 0) onLeave();
  };
  return { isSending, hasFailed, send: () => void trySend() };
}
