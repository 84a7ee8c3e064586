import { useSignedInRedirect } from '#client/auth/second-factor.ts';
import { KeptMethodsField, useKeptMethods } from '#client/features/sign-in/kept-methods.tsx';
import { LinkAccount, LinkFailure, useMailedLink } from '#client/features/sign-in/mailed-link.tsx';
import { UndoForm } from '#client/features/sign-in/undo-form.tsx';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LogInForLink, MailedLinkPage } from './sign-in/mailed-link-page.tsx';
import styles from './sign-in/sign-in-page.module.css';

/** Undoes a change of the e-mail, from the mail to the former address. */
export function UndoEmail() {
  const { texts } = useTranslation('pages');
  return (
    <MailedLinkPage title={texts.recovery.undo.title}>
      {(token) => <WithToken token={token} />}
    </MailedLinkPage>
  );
}

function WithToken({ token }: { token: string | undefined }) {
  const { texts } = useTranslation('pages');
  const data = useData();
  const goOn = useSignedInRedirect();
  const { link, error, ask } = useMailedLink('undo-email', token);
  const { keep, ...methods } = useKeptMethods(link);
  if (error !== undefined) return <LinkFailure error={error} onRetry={ask} />;
  const undo = async (passwords: { password: string; former?: string }) => {
    const request = { token: token ?? '', ...passwords, ...(keep && { keep }) };
    await goOn(await data.signIn('undoEmailChange', request));
  };
  return (
    <>
      <p className={`${styles.lead} muted`}>{texts.recovery.undo.lead}</p>
      <LinkAccount link={link} />
      <Card>
        {!link || token === undefined ? (
          <Skeleton rows={2} />
        ) : link.isSignedIn || link.takesFormer ? (
          <UndoForm username={link.username} asksFormer={!link.isSignedIn} onSend={undo}>
            <KeptMethodsField {...methods} isUndo />
          </UndoForm>
        ) : (
          <>
            <p>{texts.recovery.undo.outside}</p>
            <LogInForLink token={token} />
          </>
        )}
      </Card>
    </>
  );
}
