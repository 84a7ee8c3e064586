import { useId, useState } from 'react';
import { decline, mayOffer, type Offer } from '#client/data/storage/offers.ts';
import { wantsPush } from '#client/data/storage/push-subscription.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { usePushObstacle, useTurnOn } from '#client/session/use-notifications.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, type ButtonProps } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { Logo } from '#client/ui/logo.tsx';
import { Card } from '#client/ui/sections.tsx';

interface Props {
  /** Somebody here has a link or planned time, about which this device could notify. */
  shares: boolean;
  /** Undefined where the browser does not offer it. */
  onInstall: (() => Promise<void>) | undefined;
}

/** One offer at a time, until answered. */
export function Offers({ shares, onInstall }: Props) {
  const { uid } = useHousehold().account;
  const isPushOff = usePushObstacle() !== undefined;
  const [answered, setAnswered] = useState<readonly Offer[]>([]);
  const isOpen = (offer: Offer) => !answered.includes(offer) && mayOffer(offer);
  const end = (offer: Offer) => {
    decline(offer);
    setAnswered([...answered, offer]);
    keepFocus('here-now');
  };
  if (shares && isOpen('notify') && !isPushOff && Notification.permission !== 'denied' && !wantsPush(uid))
    return <NotifyOffer onEnd={() => end('notify')} />;
  if (onInstall && isOpen('install'))
    return <InstallOffer onInstall={onInstall} onEnd={() => end('install')} />;
  return null;
}

/** Declining, here or in the browser's dialog, pauses the offer. */
function InstallOffer({ onInstall, onEnd }: { onInstall: () => Promise<void>; onEnd: () => void }) {
  const { install } = useTranslation('details').texts;
  const act = { label: install.act, onClick: () => void onInstall().then(onEnd, onEnd) };
  return (
    <OfferCard
      title={install.offer}
      text={install.lead}
      picture={<Logo size={40} />}
      act={act}
      onEnd={onEnd}
    />
  );
}

function NotifyOffer({ onEnd }: { onEnd: () => void }) {
  // `signIn` has the messages of failed calls.
  const { notifications } = useTranslation('details', 'public').texts;
  const toast = useToast();
  const { isBusy, failure, turnOn } = useTurnOn();
  const press = async () => {
    const isOn = await turnOn(false);
    if (isOn) toast({ text: notifications.turnedOn });
    if (isOn || Notification.permission !== 'granted') onEnd();
  };
  return (
    <OfferCard
      title={`${notifications.title}?`}
      text={notifications.lead}
      act={{ label: notifications.turnOn, busy: isBusy, onClick: () => void press() }}
      onEnd={onEnd}
    >
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </OfferCard>
  );
}

interface CardProps {
  title: string;
  text: string;
  act: Pick<ButtonProps, 'label' | 'busy' | 'onClick'>;
  picture?: Elements;
  children?: Elements;
  onEnd: () => void;
}

function OfferCard({ title, text, act, picture, children, onEnd }: CardProps) {
  const { texts } = useTranslation('details');
  const heading = useId();
  return (
    <Card as="section" className="stack gap-3" aria-labelledby={heading}>
      <div className="line gap-3">
        {picture}
        <h2 id={heading}>{title}</h2>
      </div>
      <p>{text}</p>
      {children}
      <div className="flow gap-3">
        <Button variant="secondary" {...act} />
        <Button variant="quiet" label={texts.firstRun.notNow} onClick={onEnd} />
      </div>
    </Card>
  );
}
