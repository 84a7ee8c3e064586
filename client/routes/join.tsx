import { useInvite, useInviteSecret } from '#client/features/join/use-invite.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useRegistration } from '#client/session/use-host.ts';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in/sign-in-page.module.css';

/** Asking and joining, for whoever is signed in. */
const Joining = lazyComponent(() => import('./join/joining.tsx'), 'Joining');

const BACK: ReturnTo = { from: '/join' };

/** The page behind the link of an invitation to a family. */
export function Join() {
  const { t, texts } = useTranslation();
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
  const { texts } = useTranslation();
  if (isDead) return <Dead isSignedIn={isSignedIn} />;
  if (!invitation) return failure === undefined ? <Skeleton rows={2} /> : <ErrorBox>{failure}</ErrorBox>;
  return (
    <>
      {invitation.state !== 'own' && <p className={`${styles.lead} muted`}>{texts.join.lead}</p>}
      <Card className={`${styles.section} stack gap-4`}>
        {isSignedIn ? <Joining secret={secret} invitation={invitation} look={look} /> : <SignedOut />}
      </Card>
      {failure !== undefined && <ErrorBox>{failure}</ErrorBox>}
    </>
  );
}

/** The ways to an account; both lead back here. An invited person mostly has none. */
function SignedOut() {
  const { t, texts } = useTranslation();
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
        label={texts.signIn.logIn}
      />
      {!isOpen && <p>{t(($) => $.common.registration[registration])}</p>}
    </>
  );
}

/** One answer for every reason why an invitation opens nothing, among them that another account has asked. */
function Dead({ isSignedIn }: { isSignedIn: boolean }) {
  const { texts } = useTranslation();
  return (
    <>
      <ErrorBox>{texts.join.dead}</ErrorBox>
      {isSignedIn ? (
        <p>{texts.join.deadOther}</p>
      ) : (
        <>
          <p>{texts.join.deadSignIn}</p>
          <LinkButton wide variant="secondary" to="/login" state={BACK} label={texts.signIn.logIn} />
        </>
      )}
    </>
  );
}
