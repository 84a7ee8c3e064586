import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SECOND_FACTOR_PATH } from '#client/auth/webauthn.ts';
import { hasCode } from '#client/data/errors.ts';
import { endRecovery } from '#client/data/storage/recovery-request.ts';
import { useAuthAction } from '#client/features/sign-in/auth-form.tsx';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import formStyles from '#client/features/sign-in/sign-in.module.css';
import { useData } from '#client/session/use-household.ts';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Card } from '#client/ui/sections.tsx';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import type { SignInReply } from '#domain/protocol/calls.ts';
import type { MailedLink as Link } from '#domain/protocol/email-calls.ts';
import { LogInForLink, MailedLinkPage } from './sign-in/mailed-link-page.tsx';
import styles from './sign-in/sign-in-page.module.css';

const CALLS = { verify: 'verifyEmail', confirm: 'confirmEmail' } as const;
const KINDS = { verify: 'verify-email', confirm: 'change-email' } as const;

type Purpose = keyof typeof CALLS;

export function MailedLink({ page }: { page: AppDocumentPage }) {
  if (page === '/recover') return <Recover />;
  if (page === '/undo-email') return <UndoEmail />;
  return <ConfirmEmail purpose={page === '/verify-email' ? 'verify' : 'confirm'} />;
}

/** Needs a press, which uses the token: mail scanners open links too. */
function ConfirmEmail({ purpose }: { purpose: Purpose }) {
  const { t, texts } = useTranslation('public');
  const data = useData();
  const [isDone, setDone] = useState(false);
  const confirm = async (token: string, again: () => Promise<void>) => {
    try {
      await data.call(CALLS[purpose], { token });
      setDone(true);
    } catch (error) {
      // The session has ended since the page was opened.
      if (!hasCode(error, 'reauthentication-needed')) throw error;
      await again();
    }
  };
  const leadOf = (link: Link | undefined) =>
    t(($) => $.recovery[purpose][link?.isSignedIn === false ? 'outside' : 'lead']);
  return (
    <MailedLinkPage
      kind={KINDS[purpose]}
      title={t(($) => $.recovery[purpose].title)}
      lead={isDone ? undefined : leadOf}
      askAnew="/profile/account"
    >
      {(link, token, again) => (
        <>
          {!isDone && (
            <Card>
              {!link || token === undefined ? (
                <Skeleton rows={1} />
              ) : link.isSignedIn ? (
                <ConfirmButton purpose={purpose} onSend={() => confirm(token, again)} />
              ) : (
                <LogInForLink token={token} />
              )}
            </Card>
          )}
          {link?.isSignedIn === false && purpose === 'verify' && (
            <ClaimAccount token={token ?? ''} link={link} />
          )}
          <p role="status">{isDone && t(($) => $.recovery[purpose].done)}</p>
          {isDone && <LinkButton to="/dashboard" label={texts.recovery.goOn} />}
        </>
      )}
    </MailedLinkPage>
  );
}

function ConfirmButton({ purpose, onSend }: { purpose: Purpose; onSend: () => Promise<unknown> }) {
  const { t } = useTranslation('public');
  const { isBusy, failure, run } = useAuthAction('recovery');
  return (
    <div className={`${formStyles.form} stack gap-4`}>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button
        wide
        label={isBusy ? t(($) => $.recovery[purpose].acting) : t(($) => $.recovery[purpose].act)}
        busy={isBusy}
        onClick={() => void run(onSend)}
      />
    </div>
  );
}

/** By a new password: for an owner whose address somebody else registered, or who cannot sign in. */
function ClaimAccount({ token, link }: { token: string; link: Link }) {
  const { texts } = useTranslation('public');
  const data = useData();
  const goOn = useSignedInRedirect();
  return (
    <section className={`${styles.section} stack gap-4`}>
      <h2>{texts.recovery.claim.title}</h2>
      <p>{texts.recovery.claim.lead}</p>
      <Card>
        <NewPasswordForm
          link={link}
          onSend={async ({ password }) => goOn(await data.signIn('claimAccount', { token, password }))}
        />
      </Card>
    </section>
  );
}

function Recover() {
  const { recover } = useTranslation('public').texts.recovery;
  const data = useData();
  const goOn = useSignedInRedirect();
  const { sendsMail } = useSiteInfo();
  return (
    <MailedLinkPage
      kind="recovery"
      title={recover.title}
      lead={() => recover.lead}
      note={!sendsMail && recover.endsSignInMethods}
      askAnew="/forgot-password"
      isEager
    >
      {(link, token = '') => (
        <>
          {sendsMail && link?.endsAll && <p>{recover.endsAll}</p>}
          <Card>
            <NewPasswordForm
              link={link}
              onSend={async (sent) => {
                const reply = await data.signIn('recover', { token, ...sent });
                endRecovery();
                await goOn(reply);
              }}
            />
          </Card>
        </>
      )}
    </MailedLinkPage>
  );
}

/** Opened from the mail to the previous address. */
function UndoEmail() {
  const { undo } = useTranslation('public').texts.recovery;
  const data = useData();
  const goOn = useSignedInRedirect();
  return (
    <MailedLinkPage kind="undo-email" title={undo.title} lead={() => undo.lead}>
      {(link, token) => (
        <Card>
          {!link || token === undefined ? (
            <Skeleton rows={2} />
          ) : link.isSignedIn || link.takesFormer ? (
            <NewPasswordForm
              link={link}
              isUndo
              asksFormer={!link.isSignedIn}
              onSend={async (sent) => goOn(await data.signIn('undoEmailChange', { token, ...sent }))}
            />
          ) : (
            <>
              <p>{undo.outside}</p>
              <LogInForLink token={token} />
            </>
          )}
        </Card>
      )}
    </MailedLinkPage>
  );
}

function useSignedInRedirect(): (reply: SignInReply) => Promise<void> {
  const navigate = useNavigate();
  return async (reply) => navigate('account' in reply ? '/dashboard' : SECOND_FACTOR_PATH, { replace: true });
}
