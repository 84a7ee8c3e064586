import { useId, useState } from 'react';
import type { AuthorizationResult } from '#client/auth/provider-authorization.ts';
import { type ProviderChoice, useProviderName } from '#client/auth/provider-choices.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { LOCALES } from '#domain/language.ts';
import type { ProviderId, ProviderOutcome } from '#domain/protocol/providers.ts';
import { useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface ProviderButtonsProps {
  choices: readonly ProviderChoice[];
  onChoose: (id: ProviderId) => Promise<unknown>;
}

/** Buttons to sign in with a provider; those not connected by the host are folded away, disabled, with the reason. */
export function ProviderButtons({ choices, onChoose }: ProviderButtonsProps) {
  const { t, texts, language } = useTranslation();
  const reason = useId();
  const [chosen, setChosen] = useState<ProviderId>();
  const { isBusy, failure, run } = useSignInAction('logIn');
  const on = choices.filter(({ isOn }) => isOn);
  const off = choices.filter(({ isOn }) => !isOn);
  const choose = (id: ProviderId) => {
    setChosen(id);
    void run(() => onChoose(id));
  };
  return (
    <div className={`${styles.providers} stack gap-2`}>
      {on.length > 0 && <p className={`${styles.or} line gap-3 muted`}>{texts.signIn.or}</p>}
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {on.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          wide
          label={t(($) => $.signIn.continueWith, { provider: name })}
          busy={isBusy && chosen === id}
          onClick={() => choose(id)}
        />
      ))}
      {off.length > 0 && (
        <Disclosure summary={texts.signIn.moreWays} className={styles.more}>
          <p className={`${styles.reason} muted small`} id={reason}>
            {t(($) => $.signIn.notConnected, {
              names: new Intl.ListFormat(LOCALES[language]).format(off.map(({ name }) => name)),
            })}
          </p>
          {off.map(({ id, name }) => (
            <Button
              key={id}
              variant="secondary"
              wide
              disabled
              label={t(($) => $.signIn.continueWith, { provider: name })}
              aria-describedby={reason}
            />
          ))}
        </Disclosure>
      )}
    </div>
  );
}

const TEXT_KEYS = {
  cancelled: 'cancelled',
  unreachable: 'unreachable',
  refused: 'refused',
  expired: 'expired',
  unavailable: 'unavailable',
  'not-connected': 'notConnected',
  'not-invited': 'notInvited',
} as const satisfies Partial<Record<ProviderOutcome, string>>;

/** Error of an authorization flow that signed nobody in, and what to do next. */
export function AuthorizationError({ outcome, provider }: AuthorizationResult) {
  const { t, texts } = useTranslation('pages');
  const nameOf = useProviderName();
  const known: Partial<Record<ProviderOutcome, (typeof TEXT_KEYS)[keyof typeof TEXT_KEYS]>> = TEXT_KEYS;
  const key = known[outcome] ?? 'expired';
  const name = nameOf(provider) ?? texts.providers.someService;
  return <ErrorBox>{t(($) => $.providers.outcomes[key], { provider: name })}</ErrorBox>;
}
