import type { ReactNode } from 'react';
import { useAuth } from '#client/session/auth.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { CallReply } from '#domain/protocol/calls.ts';
import styles from './join.module.css';
import { useAskToJoin, useJoin } from './use-join.ts';

export interface JoinStepsProps {
  secret: string;
  invite: CallReply<'lookAtInvite'>;
  look(): Promise<void>;
  /** The export, offered where the former family is deleted. */
  takeAlong: ReactNode;
}

/** Asks, waits and joins: one step at a time, each only if the one before is done. */
export function JoinSteps(props: JoinStepsProps) {
  const { t } = useTranslation();
  const { account, profile } = useAuth();
  const { state, inviter: name } = props.invite;
  if (state === 'own')
    return (
      <>
        <p>{t(($) => $.join.own)}</p>
        <LinkButton wide to="/profile/account#parents">
          {t(($) => $.join.toParents)}
        </LinkButton>
      </>
    );
  return (
    <>
      <p className={styles.account}>
        {t(($) => $.join.as, { email: profile?.email ?? account?.email ?? '' })}
      </p>
      {state === 'open' && <Ask {...props} />}
      <p role="status" className={styles.status}>
        {state === 'asked' && t(($) => $.join.asked, { name })}
        {state === 'approved' && t(($) => $.join.approved, { name })}
      </p>
      {state === 'approved' && <JoinNow {...props} />}
    </>
  );
}

function Ask({ secret, invite, look }: JoinStepsProps) {
  const { t } = useTranslation();
  const { isBusy, failure, ask } = useAskToJoin(secret, look);
  return (
    <>
      <p>{t(($) => $.join.next, { name: invite.inviter })}</p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button wide busy={isBusy} onClick={ask}>
        {isBusy ? t(($) => $.join.asking) : t(($) => $.join.ask)}
      </Button>
    </>
  );
}

function JoinNow({ secret, invite: { former }, look, takeAlong }: JoinStepsProps) {
  const { t } = useTranslation();
  const { isBusy, failure, waiting, join } = useJoin(secret, former?.othersStay ?? false, look);
  const isDeleted = former && !former.othersStay && former.children + former.visits > 0;
  return (
    <>
      {former?.othersStay && <p>{t(($) => $.join.former.stays)}</p>}
      {isDeleted && (
        <>
          <p className={styles.consequence}>
            {t(($) => $.join.former.gone, {
              children: t(($) => $.join.former.children, { count: former.children }),
              visits: t(($) => $.join.former.visits, { count: former.visits }),
            })}
          </p>
          {takeAlong}
        </>
      )}
      {waiting > 0 && <p>{t(($) => $.join.unsent, { count: waiting })}</p>}
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button wide variant={isDeleted ? 'danger' : 'primary'} busy={isBusy} onClick={join}>
        {isBusy ? t(($) => $.join.joining) : t(($) => $.join.join)}
      </Button>
    </>
  );
}
