import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { useProviderChoices } from '#client/auth/provider-choices.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { ConnectedProvider } from '#domain/protocol/account-calls.ts';
import styles from './sign-in.module.css';

interface ReauthByProviderProps {
  /** The connected providers that count as re-authentication. */
  connected: readonly ConnectedProvider[];
  /** Another method, if there is one. */
  alternative: ReactNode;
}

/** Re-authenticates at a connected provider, which leaves the page; for accounts with neither password nor passkey. */
export function ReauthByProvider({ connected, alternative }: ReauthByProviderProps) {
  const { t } = useTranslation();
  const data = useData();
  const { pathname: from } = useLocation();
  const { isBusy, failure, run } = useAction(
    messagesByCode({
      'provider-unreachable': t(($) => $.signIn.failures.providerUnreachable),
    }),
  );
  const usable = useProviderChoices([]).filter(({ id }) => connected.some(({ provider }) => provider === id));
  if (usable.length === 0) return alternative ?? <p>{t(($) => $.account.proof.noPassword)}</p>;
  return (
    <div className={styles.form}>
      <p>{t(($) => $.account.proof.byService)}</p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {usable.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          wide
          busy={isBusy}
          onClick={() => void run(() => startAuthorization(data, id, 'prove', { from }))}
        >
          {t(($) => $.signIn.continueWith, { provider: name })}
        </Button>
      ))}
      {alternative}
    </div>
  );
}
