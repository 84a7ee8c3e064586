import Copy from 'lucide-react/icons/copy';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import type { MessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { smsLink } from './message.ts';
import type { Draft } from './use-draft.ts';

interface Props {
  channels: MessageChannels;
  message: Pick<Draft, 'to' | 'text'>;
  /** True if there is a valid number to send to. */
  isReady: boolean;
  onNotReady(): void;
  /** Called as the message leaves to the phone's messages. */
  onLeave(): void;
}

/** Buttons to send a message: copy, text message, and the share sheet if the device has one. */
export function ChannelButtons({ channels, message: { to, text }, isReady, onNotReady, onLeave }: Props) {
  const { t } = useTranslation();
  const smsProps = {
    variant: channels.share ? ('secondary' as const) : ('primary' as const),
    icon: <MessageCircle size={20} aria-hidden="true" />,
  };
  const sms = t(($) => $.tellDialog.sms);
  return (
    <>
      <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={channels.copy}>
        {t(($) => $.tellDialog.copy)}
      </Button>
      {isReady ? (
        <AnchorButton {...smsProps} href={smsLink(to, text)} onClick={onLeave}>
          {sms}
        </AnchorButton>
      ) : (
        <Button {...smsProps} onClick={onNotReady}>
          {sms}
        </Button>
      )}
      {channels.share && (
        <Button icon={<Share2 size={20} aria-hidden="true" />} onClick={channels.share}>
          {t(($) => $.tellDialog.share)}
        </Button>
      )}
    </>
  );
}
