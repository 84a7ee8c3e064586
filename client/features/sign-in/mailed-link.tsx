import { useCallback, useEffect, useState } from 'react';
import { takeMailedToken } from '#client/data/device/pending-email.ts';
import { hasCode } from '#client/data/errors.ts';
import { useFragmentSecret } from '#client/session/use-fragment-secret.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { MailedLink, MailedLinkKind } from '#domain/protocol/email-calls.ts';
import { failureMessage, useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

/** Asks whose a mailed link is, without using it up: `link` is undefined until it is known; `ask` tries again and never rejects. */
export function useMailedLink(kind: MailedLinkKind, token: string | null | undefined) {
  const data = useData();
  const [link, setLink] = useState<MailedLink>();
  const [error, setError] = useState<unknown>();
  const ask = useCallback(async () => {
    if (!token) return;
    try {
      setLink(await data.ask('mailedLink', { kind, token }));
      setError(undefined);
    } catch (error) {
      setError(error);
    }
  }, [data, kind, token]);
  useEffect(() => void ask(), [ask]);
  return { link, error, ask };
}

/** The one-time token of the link that opened this page: undefined before the first effect, null if there is none. */
export const useLinkToken = () => useFragmentSecret(takeMailedToken);

/** Names the account of a mailed link by its masked address; a line of the same height until it is known (U+00A0). */
export function LinkAccount({ link }: { link: MailedLink | undefined }) {
  const { t } = useTranslation('pages');
  return (
    <p className="strong wrap">{link ? t(($) => $.recovery.account, { email: link.email }) : '\u00a0'}</p>
  );
}

/** The error of a mailed link that could not be looked up; only one that is void cannot be tried again. */
export function LinkFailure({ error, onRetry }: { error: unknown; onRetry: () => Promise<void> }) {
  const { t, texts } = useTranslation();
  const retry = <Button variant="secondary" label={texts.common.retry} onClick={() => void onRetry()} />;
  return (
    <ErrorBox action={isVoid(error) ? undefined : retry}>{failureMessage(t, error, 'recovery')}</ErrorBox>
  );
}

/** True if the link was used already, or is too old. */
export function isVoid(error: unknown): boolean {
  return hasCode(error, 'link-expired');
}

/** Button that uses a mailed link. Opening the link is not enough: mail scanners open links too. */
export function MailedLinkButton({
  purpose,
  onSend,
}: {
  purpose: 'verify' | 'confirm';
  onSend: () => Promise<unknown>;
}) {
  const { t } = useTranslation('pages');
  const { isBusy, failure, run } = useSignInAction('recovery');
  return (
    <div className={`${styles.form} stack gap-4`}>
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
