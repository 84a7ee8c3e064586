import { Suspense, useCallback, useEffect, useState } from 'react';
import { hasCode } from '#client/data/errors.ts';
import { keptInvite } from '#client/data/storage/pending-email.ts';
import { errorText } from '#client/forms/use-action.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { pollWhileVisible } from '#client/session/poll-while-visible.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useFragmentSecret } from '#client/session/use-fragment-secret.ts';
import { useData, useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useRegistration } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import styles from './sign-in/sign-in-page.module.css';

/** Loaded only for those signed in. */
const Joining = suspendingComponent(() => import('./join/joining.tsx'), 'Joining');

const BACK: ReturnTo = { from: '/join' };

export function Join() {
  const { t, texts } = useTranslation('public');
  const secret = useInviteSecret();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const isSignedIn = household !== undefined && !isLocked;
  const seen = useInvite(secret, isSignedIn ? household.account.uid : undefined);
  const { invitation, isDead } = seen;
  const isForOthers = invitation && invitation.state !== 'own';
  const isAwaited = secret !== '' && !invitation && !isDead;
  return (
    <div className={`${styles.page} ${styles.transient} stack gap-4`}>
      <PageTitle tab={texts.join.title} className={isForOthers || isAwaited ? styles.twoLines : undefined}>
        {isForOthers ? t(($) => $.join.headline, { name: invitation.inviter }) : texts.join.title}
      </PageTitle>
      {secret === undefined && <Skeleton rows={2} />}
      {secret === '' && <ErrorBox>{texts.join.missing}</ErrorBox>}
      {secret && <Invited secret={secret} seen={seen} isSignedIn={isSignedIn} />}
    </div>
  );
}

interface InvitedProps {
  secret: string;
  seen: ReturnType<typeof useInvite>;
  isSignedIn: boolean;
}

function Invited({ secret, seen: { invitation, failure, isDead, look }, isSignedIn }: InvitedProps) {
  const { texts } = useTranslation('public');
  if (isDead) return <Dead isSignedIn={isSignedIn} />;
  if (!invitation) return failure === undefined ? <Skeleton rows={2} /> : <ErrorBox>{failure}</ErrorBox>;
  return (
    <>
      {invitation.state !== 'own' && <p className={`${styles.lead} muted`}>{texts.join.lead}</p>}
      <Card className={`${styles.section} stack gap-4`}>
        {isSignedIn ? (
          <Suspense fallback={<Skeleton rows={2} />}>
            <Joining secret={secret} invitation={invitation} look={look} />
          </Suspense>
        ) : (
          <SignedOut />
        )}
      </Card>
      {failure !== undefined && <ErrorBox>{failure}</ErrorBox>}
    </>
  );
}

/** Both lead back here; an invited person mostly has no account. */
function SignedOut() {
  const { t, texts } = useTranslation('public');
  const registration = useRegistration();
  const isOpen = registration === 'open';
  return (
    <>
      <p>{texts.join.signIn}</p>
      {isOpen && <LinkButton wide to="/register" state={BACK} label={texts.signIn.createAccount} />}
      <LinkButton
        wide
        variant={isOpen ? 'secondary' : 'primary'}
        to="/login"
        state={BACK}
        label={texts.common.nav.signIn}
      />
      {!isOpen && <p>{t(($) => $.common.registration[registration])}</p>}
    </>
  );
}

/** One message for every reason, even that another account has asked. */
function Dead({ isSignedIn }: { isSignedIn: boolean }) {
  const { texts } = useTranslation('public');
  return (
    <>
      <ErrorBox>{texts.join.dead}</ErrorBox>
      {isSignedIn ? (
        <p>{texts.join.deadOther}</p>
      ) : (
        <>
          <p>{texts.join.deadSignIn}</p>
          <LinkButton wide variant="secondary" to="/login" state={BACK} label={texts.common.nav.signIn} />
        </>
      )}
    </>
  );
}

const POLL_MS = 5000;

interface SeenInvite {
  invitation?: CallReply<'previewInvitation'> | undefined;
  error?: unknown;
}

/** Asks again when somebody signs in; polls while a question is open. */
function useInvite(secret: string | undefined, uid: Id | undefined) {
  const { t } = useTranslation();
  const data = useData();
  const [{ invitation, error }, setSeen] = useState<SeenInvite>({});
  const look = useCallback(async () => {
    if (!secret) return;
    try {
      setSeen({ invitation: await data.call('previewInvitation', { invitation: secret }) });
    } catch (error) {
      setSeen(({ invitation }) => ({ invitation: isDead(error) ? undefined : invitation, error }));
    }
  }, [data, secret]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account sees something else.
  useEffect(() => void look(), [look, uid]);
  const isAsked = invitation?.state === 'asked';
  useEffect(() => (isAsked ? pollWhileVisible(POLL_MS, look) : undefined), [isAsked, look]);
  const isFailed = error !== undefined && !isDead(error);
  // Each failure is another error object: another attempt is due.
  useEffect(() => (isFailed && error ? whenOnline(() => void look()) : undefined), [isFailed, error, look]);
  return {
    invitation,
    failure: error === undefined ? undefined : errorText(t, error),
    isDead: isDead(error),
    look,
  };
}

function isDead(error: unknown): boolean {
  return hasCode(error, 'link-expired');
}

const keep = (secret: string) => keptInvite.write(secret);

/**
 * Undefined before the first effect, '' if none; kept in this tab through a sign-in elsewhere and a reload.
 */
const useInviteSecret = () => useFragmentSecret(keptInvite.read, keep);
