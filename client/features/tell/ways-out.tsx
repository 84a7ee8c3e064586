import Copy from 'lucide-react/icons/copy';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from 'react-i18next';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import { smsLink } from './message.ts';
import type { Draft } from './use-draft.ts';
import type { Ways } from './use-ways.ts';

interface Props {
  ways: Ways;
  message: Draft;
  /** Whether there is a number to send to. */
  isReady: boolean;
  onNotReady(): void;
}

/** The share sheet where the device has one, a text message, and the clipboard where neither works. */
export function WaysOut({ ways, message: { to, text }, isReady, onNotReady }: Props) {
  const { t } = useTranslation();
  const looks = {
    variant: ways.share ? ('secondary' as const) : ('primary' as const),
    icon: <MessageCircle size={20} aria-hidden="true" />,
  };
  const sms = t(($) => $.tell.sms);
  return (
    <>
      <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={ways.copy}>
        {t(($) => $.tell.copy)}
      </Button>
      {isReady ? (
        <AnchorButton {...looks} href={smsLink(to, text)}>
          {sms}
        </AnchorButton>
      ) : (
        <Button {...looks} onClick={onNotReady}>
          {sms}
        </Button>
      )}
      {ways.share && (
        <Button icon={<Share2 size={20} aria-hidden="true" />} onClick={ways.share}>
          {t(($) => $.tell.share)}
        </Button>
      )}
    </>
  );
}
