import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { pendingEmail } from '#client/data/storage/pending-email.ts';
import { EmailField } from '#client/forms/field.tsx';
import { SendForm, useSendForm } from '#client/forms/send-form.tsx';
import { MailedCodeField } from '#client/forms/sign-in-fields.tsx';
import { useAction } from '#client/forms/use-action.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useData } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { Disclosure } from '#client/ui/sections.tsx';
import { newEmailSchema } from '#domain/fields.ts';
import { emailCodeSchema } from '#domain/protocol/email-calls.ts';
import { AccountSection } from './account-parts.tsx';

/** Keeps the height while loading (U+00A0). */
const NOTHING_YET = '\u00a0';

export function Email() {
  const { t, texts } = useTranslation('details');
  const { sendsMail } = useSiteInfo();
  const { profile } = useAuth();
  const { reply, error, refetch } = useQuery('myEmail');
  const current = profile?.email;
  // A change confirmed on another device arrives with the profile.
  useEffect(() => {
    if (current !== undefined) void refetch();
  }, [current, refetch]);
  return (
    <AccountSection title={texts.profileForm.email}>
      {error !== undefined && <QueryFailed error={error} />}
      {!error && (
        <p>
          <span className="block strong wrap">{reply?.email ?? current ?? NOTHING_YET}</span>
          {sendsMail && (
            <span className="muted">
              {reply ? t(($) => $.account.email[reply.verified ? 'verified' : 'unverified']) : NOTHING_YET}
            </span>
          )}
        </p>
      )}
      {!sendsMail && <p className="muted">{texts.profileForm.emailFixed}</p>}
      {sendsMail && reply && !reply.verified && <ResendVerification />}
      {sendsMail && <EmailCode onConfirmed={refetch} />}
      {sendsMail && <ChangeEmail present={reply?.email} />}
    </AccountSection>
  );
}

function ResendVerification() {
  const { texts } = useTranslation('details');
  const data = useData();
  const [isSent, setSent] = useState(false);
  const { isBusy, failure, run } = useAction();
  const ask = async () => {
    setSent(false);
    await data.call('askVerification', {});
    setSent(true);
  };
  return (
    <div className="stack gap-4">
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button
        variant="secondary"
        wide
        label={texts.account.email.prove}
        busy={isBusy}
        onClick={() => void run(ask)}
      />
      <p role="status">{isSent && texts.account.email.proofSent}</p>
    </div>
  );
}

/** The mail may arrive on a device where nobody is signed in. */
function EmailCode({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const toast = useToast();
  const words = texts.account.email;
  const form = useSendForm({
    schemas: { code: emailCodeSchema },
    saved: { code: '' },
    async send({ code }) {
      const { email } = await data.call('confirmCode', { code });
      form.reset();
      toast({ text: t(($) => $.account.email.codeDone, { email }) });
      await onConfirmed();
    },
    errors: { 'code-refused': words.codeWrong, 'email-taken': words.taken },
  });
  return (
    <Disclosure summary={words.code}>
      <SendForm form={form} label={words.codeSend} variant="secondary">
        <MailedCodeField form={form} label={words.codeLabel} words={words} />
      </SendForm>
    </Disclosure>
  );
}

/** Takes effect when the link mailed to the new address is used. */
function ChangeEmail({ present }: { present: string | undefined }) {
  const { t, texts } = useTranslation('details', 'public');
  const data = useData();
  const runWithReauth = useReauth();
  const [asked, setAsked] = useState<string>();
  const [pending, clearPending] = usePendingEmail();
  const form = useSendForm({
    schemas: { email: newEmailSchema },
    saved: { email: pending },
    async send(typed) {
      setAsked(undefined);
      const email = typed.email.trim();
      pendingEmail.write(email);
      const done = await runWithReauth(() => data.call('changeEmail', { email })).finally(() =>
        pendingEmail.write(undefined),
      );
      if (!done) return;
      setAsked(email);
      clearPending();
      form.reset();
    },
  });
  return (
    <div className="stack gap-4">
      <SendForm form={form} label={texts.account.email.change}>
        <EmailField
          {...form.input('email', { missing: texts.signIn.missing.email })}
          label={texts.account.email.new}
        />
      </SendForm>
      <p role="status">
        {asked !== undefined && asked !== present && t(($) => $.account.email.changeSent, { email: asked })}
      </p>
    </div>
  );
}

/** Typed before an authorization flow left the page; read once. */
function usePendingEmail(): [email: string, clear: () => void] {
  const { search } = useLocation();
  const [email, setEmail] = useState(() => (authorizationResultIn(search) ? pendingEmail.read() : ''));
  useEffect(() => pendingEmail.write(undefined), []);
  return [email, () => setEmail('')];
}
