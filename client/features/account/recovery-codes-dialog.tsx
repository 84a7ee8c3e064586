import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { useAuth } from '#client/session/auth.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import styles from './passkeys.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  /** Called if the parent confirms that the codes are saved, and not if the dialog is closed in another way. */
  onSaved: () => void;
  onClose: () => void;
}

/** Shows the new recovery codes, only this once, with three ways to save them. */
export function RecoveryCodesDialog({ codes, onSaved, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation(['rare']);
  const { account } = useAuth();
  const [status, setStatus] = useState('');
  const head = t(($) => $.passkeySettings.fileHead, { email: account?.email ?? '' });
  const text = [head, '', ...codes, ''].join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus(t(($) => $.passkeySettings.copied)),
      () => setStatus(t(($) => $.passkeySettings.notCopied)),
    );
  return (
    <Dialog
      open
      startAt="title"
      title={t(($) => $.passkeySettings.codesTitle)}
      status={status}
      onClose={onClose}
      footer={
        <Button wide onClick={onSaved}>
          {t(($) => $.passkeySettings.codesKept)}
        </Button>
      }
    >
      <div className={styles.section}>
        <p>{t(($) => $.passkeySettings.codesOnce)}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={styles.ways}>
          <Button
            variant="secondary"
            icon={<Copy size={20} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {t(($) => $.passkeySettings.copy)}
          </Button>
          <Button
            variant="secondary"
            icon={<Download size={20} aria-hidden="true" />}
            onClick={() =>
              saveFile(
                t(($) => $.passkeySettings.fileName),
                'text/plain',
                text,
              )
            }
          >
            {t(($) => $.passkeySettings.download)}
          </Button>
          <Button
            variant="secondary"
            icon={<Printer size={20} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t(($) => $.passkeySettings.print)}
          </Button>
        </div>
        <p className={styles.quiet}>{t(($) => $.passkeySettings.codesLost)}</p>
      </div>
    </Dialog>
  );
}
