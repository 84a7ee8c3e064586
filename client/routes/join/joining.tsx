import { useNavigate } from 'react-router';
import { useReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import { keptInvite } from '#client/data/storage/pending-email.ts';
import { DataExport } from '#client/features/account/own-data.tsx';
import { ReauthProvider } from '#client/features/sign-in/reauth-provider.tsx';
import { useAction } from '#client/forms/use-action.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useData, useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { CallReply } from '#domain/protocol/calls.ts';

export function Joining(props: Omit<JoinStepsProps, 'takeAlong'>) {
  // For re-authentication and the export.
  useTranslation('details');
  return (
    <ReauthProvider>
      <JoinSteps {...props} takeAlong={<DataExport />} />
    </ReauthProvider>
  );
}

interface JoinStepsProps {
  secret: string;
  invitation: CallReply<'previewInvitation'>;
  look(): Promise<void>;
  /** The export, offered where the previous family is deleted. */
  takeAlong: Elements;
}

function JoinSteps(props: JoinStepsProps) {
  const { t, texts } = useTranslation('public');
  const { account, profile } = useAuth();
  const { state, inviter: name } = props.invitation;
  if (state === 'own')
    return (
      <>
        <p>{texts.join.own}</p>
        <LinkButton wide to="/profile/parents" label={texts.join.toParents} />
      </>
    );
  return (
    <>
      <p className="muted wrap">{t(($) => $.join.as, { email: profile?.email ?? account?.email ?? '' })}</p>
      {state === 'open' && <Ask {...props} />}
      <p role="status" className="collapse strong">
        {(state === 'asked' || state === 'let-in') &&
          t(($) => (state === 'asked' ? $.join.asked : $.join.approved), { name })}
      </p>
      {state === 'let-in' && <JoinNow {...props} />}
    </>
  );
}

function Ask({ secret, invitation, look }: JoinStepsProps) {
  const { t, texts } = useTranslation('public');
  const data = useData();
  const runWithReauth = useReauth();
  const { isBusy, failure, run } = useAction(texts.join.failures);
  const ask = async () => {
    if (!(await runWithReauth(() => data.call('askToJoin', { invitation: secret })))) return;
    await look();
    keepFocus('main');
  };
  const { inviter: name, former } = invitation;
  const leavesFamily = former && (former.othersStay || former.children + former.visits > 0);
  return (
    <>
      <p>
        <span>{`${t(($) => $.join.next, { name })} `}</span>
        {leavesFamily && <span>{texts.join.notYet}</span>}
      </p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button
        wide
        label={isBusy ? texts.join.asking : texts.join.ask}
        busy={isBusy}
        onClick={() => void run(ask)}
      />
    </>
  );
}

function JoinNow({ secret, invitation: { former }, look, takeAlong }: JoinStepsProps) {
  const { t, texts } = useTranslation('public');
  const { isBusy, failure, waiting, join } = useJoin(secret, former?.othersStay ?? false, look);
  const isDeleted = former && !former.othersStay && former.children + former.visits > 0;
  return (
    <>
      {former?.othersStay && <p>{texts.join.former.stays}</p>}
      {isDeleted && (
        <>
          <p className="strong">
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
      <Button
        wide
        variant={isDeleted ? 'danger' : 'primary'}
        label={isBusy ? texts.join.joining : texts.join.join}
        busy={isBusy}
        onClick={join}
      />
    </>
  );
}

/** Sends everything first: later it could not. `othersStay`: the page says so of the previous family. */
function useJoin(secret: string, othersStay: boolean, look: () => Promise<void>) {
  const { texts } = useTranslation('public');
  const data = useData();
  const household = useHousehold();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const runWithReauth = useReauth();
  const navigate = useNavigate();
  const toast = useToast();
  const { isBusy, failure, run, fail } = useAction(texts.join.failures, 'public');
  const send = async () => {
    const { household: former } = household.account;
    try {
      // Makes the server keep what the page said would stay.
      return await data.signIn('joinHousehold', { invitation: secret, household: former, othersStay });
    } catch (error) {
      // The reply may have been lost: the session shows its household.
      if (!['offline', 'link-expired', 'other-household'].some((code) => hasCode(error, code as 'offline')))
        throw error;
      const account = await data.adoptSession();
      if (!account || account.household === former) throw error;
      return { account };
    }
  };
  const join = async () => {
    if (household.view().waiting > 0) await household.syncNow();
    if (household.view().waiting > 0) return fail((t) => t(($) => $.join.failures.notSent));
    const done = await runWithReauth(send).catch(async (error) => {
      // Offline, this would fail too and repeat the message.
      if (!hasCode(error, 'offline')) await look();
      throw error;
    });
    if (!done) return;
    keptInvite.write(undefined);
    toast({ text: texts.join.done });
    await navigate('/dashboard', { replace: true });
  };
  return { isBusy, failure, waiting, join: () => void run(join) };
}
