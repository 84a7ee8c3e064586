import { useId, useState } from 'react';
import { decline, mayOffer, type Offer } from '#client/data/device/offers.ts';
import { wantsPush } from '#client/data/device/push-subscription.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { usePushObstacle, useTurnOn } from '#client/session/use-notifications.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';

interface Props {
  /** Somebody here has a link or a planned time, of which this device could tell. */
  shares: boolean;
  /** Has the browser ask to install the app, where that is offered. */
  onInstall: (() => Promise<void>) | undefined;
}

/** Makes one offer at a time, until it is answered. */
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

/** Declining, here or in the browser's own question, lets it rest. */
function InstallOffer({ onInstall, onEnd }: { onInstall: () => Promise<void>; onEnd: () => void }) {
  const { texts } = useTranslation(['rare']);
  return (
    <OfferCard
      title={texts.install.offer}
      text={texts.install.lead}
      act={
        <Button
          variant="secondary"
          label={texts.install.act}
          onClick={() => void onInstall().then(onEnd, onEnd)}
        />
      }
      onEnd={onEnd}
    />
  );
}

function NotifyOffer({ onEnd }: { onEnd: () => void }) {
  // Of signing in are the words of a call that fails.
  const { texts } = useTranslation(['rare', 'signIn']);
  const toast = useToast();
  const { isBusy, failure, turnOn } = useTurnOn();
  const press = async () => {
    const isOn = await turnOn(false);
    if (isOn) toast({ text: texts.notifications.turnedOn });
    if (isOn || Notification.permission !== 'granted') onEnd();
  };
  return (
    <OfferCard
      title={`${texts.notifications.title}?`}
      text={texts.notifications.lead}
      act={
        <Button
          variant="secondary"
          label={texts.notifications.turnOn}
          busy={isBusy}
          onClick={() => void press()}
        />
      }
      onEnd={onEnd}
    >
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </OfferCard>
  );
}

interface CardProps {
  title: string;
  text: string;
  act: Elements;
  children?: Elements;
  onEnd: () => void;
}

function OfferCard({ title, text, act, children, onEnd }: CardProps) {
  const { texts } = useTranslation(['rare']);
  const heading = useId();
  return (
    <Card as="section" className="stack gap-3" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p>{text}</p>
      {children}
      <div className="flow gap-3">
        {act}
        <Button variant="quiet" label={texts.firstRun.notNow} onClick={onEnd} />
      </div>
    </Card>
  );
}
