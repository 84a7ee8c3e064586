import { useNavigate } from 'react-router';
import { SECOND_FACTOR_PATH } from '#client/auth/second-factor.ts';
import { endRecovery } from '#client/data/device/recovery-request.ts';
import { KeptMethodsField, useKeptMethods } from '#client/features/sign-in/kept-methods.tsx';
import {
  isVoid,
  LinkAccount,
  LinkFailure,
  useLinkToken,
  useMailedLink,
} from '#client/features/sign-in/mailed-link.tsx';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import { useHost } from '#client/session/use-host.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { MissingToken } from './sign-in/log-in-for-link.tsx';
import styles from './sign-in/sign-in-page.module.css';

export function Recover() {
  const { texts } = useTranslation('pages');
  const data = useData();
  const navigate = useNavigate();
  const token = useLinkToken();
  const recover = async (password: string, keep: string[] | undefined) => {
    const reply = await data.signIn('recover', { token: token ?? '', password, ...(keep && { keep }) });
    endRecovery();
    await navigate('account' in reply ? '/dashboard' : SECOND_FACTOR_PATH, { replace: true });
  };
  return (
    <div className={`${styles.page} ${styles.transient} stack gap-4`}>
      <PageTitle>{texts.recovery.recover.title}</PageTitle>
      {token === null ? <WithoutToken /> : <WithToken token={token} onSend={recover} />}
    </div>
  );
}

function WithoutToken() {
  return (
    <>
      <MissingToken />
      <RequestNewLink />
    </>
  );
}

interface WithTokenProps {
  /** Undefined until it is read from the address. */
  token: string | undefined;
  /** `keep` are the ids of the sign-in methods that stay; undefined if they are not known. */
  onSend: (password: string, keep: string[] | undefined) => Promise<void>;
}

function WithToken({ token, onSend }: WithTokenProps) {
  const { texts } = useTranslation('pages');
  const { sendsMail } = useHost();
  const { link, error, ask } = useMailedLink('recovery', token);
  const { keep, ...methods } = useKeptMethods(link);
  return (
    <>
      <p className={`${styles.lead} muted`}>{texts.recovery.recover.lead}</p>
      <LinkAccount link={link} />
      {!sendsMail && <p>{texts.recovery.recover.endsSignInMethods}</p>}
      {sendsMail && link?.endsAll && <p>{texts.recovery.recover.endsAll}</p>}
      {error !== undefined && <LinkFailure error={error} onRetry={ask} />}
      {!isVoid(error) && (
        <Card>
          <NewPasswordForm onSend={(password) => onSend(password, keep)}>
            <KeptMethodsField {...methods} isUndo={false} />
          </NewPasswordForm>
        </Card>
      )}
      {isVoid(error) && <RequestNewLink />}
    </>
  );
}

function RequestNewLink() {
  const { texts } = useTranslation('pages');
  return (
    <p className={styles.other}>
      <Link to="/forgot-password">{texts.recovery.askAnew}</Link>
    </p>
  );
}
