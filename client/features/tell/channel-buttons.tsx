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
  message: Draft;
  /** True if there is a valid number to send to. */
  isReady: boolean;
  onNotReady(): void;
}

/** Buttons to send a message: copy, text message, and the share sheet if the device has one. */
export function ChannelButtons({ channels, message: { to, text }, isReady, onNotReady }: Props) {
  const { t } = useTranslation();
  const smsProps = {
    variant: channels.share ? ('secondary' as const) : ('primary' as const),
    icon: <MessageCircle size={20} aria-hidden="true" />,
  };
  const sms = t(($) => $.tell.sms);
  return (
    <>
      <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={channels.copy}>
        {t(($) => $.tell.copy)}
      </Button>
      {isReady ? (
        <AnchorButton {...smsProps} href={smsLink(to, text)}>
          {sms}
        </AnchorButton>
      ) : (
        <Button {...smsProps} onClick={onNotReady}>
          {sms}
        </Button>
      )}
      {channels.share && (
        <Button icon={<Share2 size={20} aria-hidden="true" />} onClick={channels.share}>
          {t(($) => $.tell.share)}
        </Button>
      )}
    </>
  );
}
