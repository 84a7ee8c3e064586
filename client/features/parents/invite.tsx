import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { useEffect, useRef, useState } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import { useAction } from '#client/forms/use-action.ts';
import { canMakeLinks, hashOf } from '#client/lib/secret-hash.ts';
import { useData, useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { makeId } from '#domain/ids.ts';
import { LINK_SECRET_BYTES } from '#domain/links/link-fields.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import styles from './parents.module.css';

interface Props extends CallReply<'parents'> {
  onChange(): Promise<void>;
}

export function Invite({ parents, invitation, onChange }: Props) {
  const { t, texts, format } = useTranslation('details');
  const data = useData();
  const announce = useLiveRegion();
  const cancelling = useAction(texts.parents.failures);
  const { address, isBusy, failure, make } = useNewInvite(invitation !== null, onChange);
  if (!invitation)
    return (
      <>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        {!canMakeLinks() ? (
          <p className="muted">{texts.parents.invite.needsHttps}</p>
        ) : (
          <Button
            wide
            label={isBusy ? texts.parents.invite.making : texts.parents.invite.open}
            busy={isBusy}
            icon={UserPlus}
            onClick={make}
          />
        )}
      </>
    );
  const inviter = parents.find(({ uid }) => uid === invitation.by);
  const isOwn = inviter?.isYou === true;
  const cancel = () =>
    cancelling.run(async () => {
      await data.call('cancelInvitation', {});
      await onChange();
      announce(texts.parents.invite.cancelled);
      keepFocus('page-title');
    });
  return (
    <div className="stack start gap-4">
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {!isOwn && <p>{t(($) => $.parents.invite.byOther, { name: inviter?.firstName ?? '' })}</p>}
      {isOwn && !invitation.asked && address && <Invitation address={address} />}
      {isOwn && !invitation.asked && !address && <p>{texts.parents.invite.lost}</p>}
      {invitation.asked ? (
        <Asked asked={invitation.asked} onChange={onChange} />
      ) : (
        <p className="muted">
          <span>
            {`${t(($) => $.parents.invite.until, { time: format.dateTime(invitation.expiresAt) })} `}
          </span>
          {isOwn && <span>{texts.parents.invite.waiting}</span>}
        </p>
      )}
      {cancelling.failure && <ErrorBox>{cancelling.failure}</ErrorBox>}
      {(!invitation.asked || invitation.asked.isLetIn) && (
        <Button
          variant="quiet"
          label={texts.parents.invite.cancel}
          busy={cancelling.isBusy}
          onClick={() => void cancel()}
        />
      )}
    </div>
  );
}

/** The secret is in this page's memory alone. */
function useNewInvite(isOpen: boolean, onChange: () => Promise<void>) {
  const { texts } = useTranslation('details');
  const data = useData();
  const { household } = useHousehold().account;
  const runWithReauth = useReauth();
  const secret = useRef<string>(undefined);
  const [address, setAddress] = useState<string>();
  const { isBusy, failure, run } = useAction(texts.parents.failures);
  // The next invitation may be made on another device.
  useEffect(() => (isOpen ? () => setAddress(undefined) : undefined), [isOpen]);
  const make = async () => {
    // If only the reply was lost, the same secret succeeds.
    secret.current ??= makeId(crypto.getRandomValues(new Uint8Array(LINK_SECRET_BYTES)));
    const made = secret.current;
    const hash = await hashOf(made);
    const invite = () => data.call('inviteParent', { hash, household });
    const done = await runWithReauth(invite).catch(async (error) => {
      if (hasCode(error, 'link-expired')) secret.current = undefined;
      if (!hasCode(error, 'offline')) await onChange();
      throw error;
    });
    if (!done) return;
    secret.current = undefined;
    setAddress(`${window.location.origin}/join#${made}`);
    await onChange();
    keepFocus('page-title');
  };
  return { address, isBusy, failure, make: () => void run(make) };
}

interface AskedProps {
  asked: NonNullable<NonNullable<CallReply<'parents'>['invitation']>['asked']>;
  onChange(): Promise<void>;
}

/** Announced once, as it appears by itself. */
function Asked({ asked: { uid, firstName, lastName, email, isLetIn, isVerified }, onChange }: AskedProps) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const runWithReauth = useReauth();
  const announce = useLiveRegion();
  const { isBusy, failure, run } = useAction(texts.parents.failures);
  const who = { name: isLetIn ? firstName : `${firstName} ${lastName}`, email };
  const question = t(($) => (isLetIn ? $.parents.asked.approved : $.parents.asked.question), who);
  const announced = useRef('');
  useEffect(() => {
    if (announced.current !== question) announce(question);
    announced.current = question;
  }, [question, announce]);
  const answer = (yes: boolean) =>
    run(async () => {
      const done = await runWithReauth(() => data.call('letIn', { uid, yes })).catch(async (error) => {
        await onChange();
        throw error;
      });
      if (!done) return;
      await onChange();
      if (!yes) announce(texts.parents.asked.declined);
      keepFocus('page-title');
    });
  return (
    <div className={`${styles.asked} box stack gap-4 notice`}>
      <p className="strong wrap">{question}</p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {!isLetIn && (
        <>
          <p>{texts.parents.asked.hint}</p>
          {isVerified === false && <p>{texts.parents.asked.notVerified}</p>}
          <div className="flow gap-2">
            <Button label={texts.parents.asked.yes} busy={isBusy} onClick={() => void answer(true)} />
            <Button
              variant="secondary"
              label={texts.parents.asked.no}
              busy={isBusy}
              onClick={() => void answer(false)}
            />
          </div>
        </>
      )}
    </div>
  );
}

const QrCode = lazyComponent(() => import('./qr-code.tsx'), 'QrCode');

function Invitation({ address }: { address: string }) {
  const { t, texts } = useTranslation('details');
  const link = useRef<HTMLDivElement>(null);
  const shared = t(($) => $.parents.invite.message, { link: address });
  const channels = useMessageChannels({ copied: address, shared });
  useEffect(() => void link.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <>
      <div ref={link} className={`${styles.link} stack gap-2`}>
        <p>{texts.parents.invite.lead}</p>
        <div className="flow gap-2">
          {channels.share && (
            <Button icon={Share2} label={texts.parents.invite.share} onClick={channels.share} />
          )}
          <Button
            variant={channels.share ? 'secondary' : 'primary'}
            icon={Copy}
            label={texts.parents.invite.copy}
            onClick={channels.copy}
          />
        </div>
        <p role="status" className={styles.result}>
          {channels.result && t(($) => $.parents.invite[channels.result ?? 'copied'])}
        </p>
      </div>
      <div className={styles.place}>
        <QrCode text={address} label={texts.parents.invite.code} />
      </div>
    </>
  );
}
