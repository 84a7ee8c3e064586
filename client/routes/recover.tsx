import { useSignedInRedirect } from '#client/auth/second-factor.ts';
import { endRecovery } from '#client/data/device/recovery-request.ts';
import { KeptMethodsField, useKeptMethods } from '#client/features/sign-in/kept-methods.tsx';
import { isVoid, LinkAccount, LinkFailure, useMailedLink } from '#client/features/sign-in/mailed-link.tsx';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import { useHost } from '#client/session/use-host.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { AskAnew, MailedLinkPage } from './sign-in/mailed-link-page.tsx';
import styles from './sign-in/sign-in-page.module.css';

export function Recover() {
  const { texts } = useTranslation('pages');
  return (
    <MailedLinkPage title={texts.recovery.recover.title} askAnew="/forgot-password">
      {(token) => <WithToken token={token} />}
    </MailedLinkPage>
  );
}

function WithToken({ token }: { token: string | undefined }) {
  const { texts } = useTranslation('pages');
  const data = useData();
  const goOn = useSignedInRedirect();
  const { sendsMail } = useHost();
  const { link, error, ask } = useMailedLink('recovery', token);
  const { keep, ...methods } = useKeptMethods(link);
  const recover = async (password: string) => {
    const reply = await data.signIn('recover', { token: token ?? '', password, ...(keep && { keep }) });
    endRecovery();
    await goOn(reply);
  };
  return (
    <>
      <p className={`${styles.lead} muted`}>{texts.recovery.recover.lead}</p>
      <LinkAccount link={link} />
      {!sendsMail && <p>{texts.recovery.recover.endsSignInMethods}</p>}
      {sendsMail && link?.endsAll && <p>{texts.recovery.recover.endsAll}</p>}
      {error !== undefined && <LinkFailure error={error} onRetry={ask} />}
      {!isVoid(error) && (
        <Card>
          <NewPasswordForm username={link?.username} onSend={recover}>
            <KeptMethodsField {...methods} isUndo={false} />
          </NewPasswordForm>
        </Card>
      )}
      {isVoid(error) && <AskAnew to="/forgot-password" />}
    </>
  );
}
