import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProviderChoices } from '#client/auth/provider-choices.ts';
import { leaveFor } from '#client/auth/provider-redirect.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Connected } from '#domain/protocol/account-calls.ts';
import styles from './sign-in.module.css';

interface ProofServicesProps {
  /** Those that count as a proof. */
  connected: readonly Connected[];
  /** Another way to prove it, where there is one. */
  otherwise: ReactNode;
}

/** Where there is neither password nor passkey, a connected service can tell that it is the same person; the page is left for it. */
export function ProofServices({ connected, otherwise }: ProofServicesProps) {
  const { t } = useTranslation();
  const data = useData();
  const { isBusy, failure, run } = useAction(
    messagesByCode({
      'provider-unreachable': t(($) => $.signIn.failures.providerUnreachable),
    }),
  );
  const usable = useProviderChoices([]).filter(({ id }) => connected.some(({ provider }) => provider === id));
  if (usable.length === 0) return otherwise ?? <p>{t(($) => $.account.proof.noPassword)}</p>;
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
          onClick={() => void run(() => leaveFor(data, id, 'prove'))}
        >
          {t(($) => $.signIn.continueWith, { provider: name })}
        </Button>
      ))}
      {otherwise}
    </div>
  );
}
