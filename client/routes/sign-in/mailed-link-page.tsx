import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { hasCode } from '#client/data/errors.ts';
import { keepMailedToken, takeMailedToken } from '#client/data/storage/pending-email.ts';
import { useAuthErrors } from '#client/features/sign-in/auth-form.tsx';
import { errorText } from '#client/forms/use-action.ts';
import type { Elements } from '#client/lib/jsx.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useFragmentSecret } from '#client/session/use-fragment-secret.ts';
import { useData, useHouseholdIfAny, useIsLocked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import type { MailedLink, MailedLinkKind } from '#domain/protocol/email-calls.ts';
import styles from './sign-in-page.module.css';

interface Props {
  kind: MailedLinkKind;
  title: string;
  /** With the link's masked address; none once the link is used. */
  lead: ((link: MailedLink | undefined) => string) | undefined;
  /** Below them. */
  note?: string | false;
  askAnew?: string;
  /** Shows its form before the link is read, and if that fails for now. */
  isEager?: boolean;
  /** Both are undefined until read. `again` reads the link again. */
  children(link: MailedLink | undefined, token: string | undefined, again: () => Promise<void>): Elements;
}

/** Reading the link does not use it up. No token if the link was truncated or the page reloaded. */
export function MailedLinkPage({ kind, title, lead, note, askAnew, isEager = false, children }: Props) {
  const { t, texts } = useTranslation('public');
  const token = useLinkToken();
  const { link, error, ask } = useMailedLink(kind, token);
  const hasLead = token !== null && (isEager || error === undefined);
  const isShown = hasLead && !isVoid(error);
  return (
    <div className={`${styles.page} ${styles.transient} stack gap-4`}>
      <PageTitle>{title}</PageTitle>
      {token === null && <ErrorBox>{texts.recovery.noSecret}</ErrorBox>}
      {lead && hasLead && (
        <>
          <p className={`${styles.lead} muted`}>{lead(link)}</p>
          {/* Until known, a line of the same height (U+00A0). */}
          <p className="strong wrap">
            {link ? t(($) => $.recovery.account, { email: link.email }) : '\u00a0'}
          </p>
          {note && <p>{note}</p>}
        </>
      )}
      {error !== undefined && <LinkFailure error={error} onRetry={ask} />}
      {askAnew && !isShown && (
        <p className="text-center">
          <Link to={askAnew} className="target strong">
            {texts.recovery.askAnew}
          </Link>
        </p>
      )}
      {isShown && children(link, token, ask)}
    </div>
  );
}

/** Undefined before the first effect, null without a token. */
export const useLinkToken = () => useFragmentSecret(takeMailedToken);

function useMailedLink(kind: MailedLinkKind, token: string | null | undefined) {
  const data = useData();
  const [link, setLink] = useState<MailedLink>();
  const [error, setError] = useState<unknown>();
  const ask = useCallback(async () => {
    if (!token) return;
    try {
      setLink(await data.call('mailedLink', { kind, token }));
      setError(undefined);
    } catch (error) {
      setError(error);
    }
  }, [data, kind, token]);
  useEffect(() => void ask(), [ask]);
  return { link, error, ask };
}

/** Used already, or too old. */
const isVoid = (error: unknown) => hasCode(error, 'link-expired');

/** Only a void link cannot be tried again. */
function LinkFailure({ error, onRetry }: { error: unknown; onRetry: () => Promise<void> }) {
  const { t, texts } = useTranslation();
  const retry = <Button variant="secondary" label={texts.common.retry} onClick={() => void onRetry()} />;
  const text = errorText(t, error, useAuthErrors('recovery'));
  return <ErrorBox action={isVoid(error) ? undefined : retry}>{text}</ErrorBox>;
}

/** For a link that needs its account's session; leads back here. */
export function LogInForLink({ token }: { token: string }) {
  const { texts } = useTranslation('public');
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
      label={texts.common.nav.signIn}
      onClick={() => keepMailedToken(pathname, token)}
    />
  );
}
