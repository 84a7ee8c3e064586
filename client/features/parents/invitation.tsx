import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import styles from './parents.module.css';

const QrCode = lazyComponent(() => import('./qr-code.tsx').then(({ QrCode: Code }) => Code));

/** The invitation that this page made: as a code to show, and a link to send. */
export function Invitation({ address }: { address: string }) {
  const { t } = useTranslation();
  const shared = t(($) => $.parents.invite.message, { link: address });
  const channels = useMessageChannels({ copied: address, shared });
  return (
    <>
      <p>{t(($) => $.parents.invite.lead)}</p>
      <div className={styles.place}>
        <QrCode text={address} label={t(($) => $.parents.invite.code)} />
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={channels.copy}>
          {t(($) => $.parents.invite.copy)}
        </Button>
        {channels.share && (
          <Button icon={<Share2 size={20} aria-hidden="true" />} onClick={channels.share}>
            {t(($) => $.parents.invite.share)}
          </Button>
        )}
      </div>
      <p role="status" className={styles.status}>
        {channels.result && t(($) => $.parents.invite[channels.result ?? 'copied'])}
      </p>
    </>
  );
}
