import { useLocation } from 'react-router';
import { keepMailedToken } from '#client/data/device/pending-email.ts';
import { useLinkToken } from '#client/features/sign-in/mailed-link.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in-page.module.css';

interface Props {
  title: string;
  /** The page that sends another link. */
  askAnew?: string;
  /** Renders the rest; the token is undefined until it is read from the address. */
  children(token: string | undefined): Elements;
}

/** The page that a mailed link opens. Its token may be missing: the link was truncated, or the page reloaded afterwards. */
export function MailedLinkPage({ title, askAnew, children }: Props) {
  const { texts } = useTranslation('pages');
  const token = useLinkToken();
  return (
    <div className={`${styles.page} ${styles.transient} stack gap-4`}>
      <PageTitle>{title}</PageTitle>
      {token === null && <ErrorBox>{texts.recovery.noSecret}</ErrorBox>}
      {token === null && askAnew && <AskAnew to={askAnew} />}
      {token !== null && children(token)}
    </div>
  );
}

/** The way to another link. */
export function AskAnew({ to }: { to: string }) {
  const { texts } = useTranslation('pages');
  return (
    <p className={styles.other}>
      <Link to={to}>{texts.recovery.askAnew}</Link>
    </p>
  );
}

/** Leads to the log-in page and back, for a mailed link that needs a session of its account. */
export function LogInForLink({ token }: { token: string }) {
  const { texts } = useTranslation('pages');
  const { pathname } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  if (household && !isLocked) return <p>{texts.recovery.otherAccount}</p>;
  const state: ReturnTo = { from: pathname };
  return (
    <LinkButton
      wide
      to="/login"
      state={state}
      label={texts.recovery.logIn}
      onClick={() => keepMailedToken(pathname, token)}
    />
  );
}
