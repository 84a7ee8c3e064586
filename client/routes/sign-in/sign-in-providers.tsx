import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { authorizationResultIn, outcomeIn, startAuthorization } from '#client/auth/provider-authorization.ts';
import { useProviderChoices, useProviderName } from '#client/auth/provider-choices.ts';
import { useAuthAction } from '#client/features/sign-in/auth-form.tsx';
import styles from '#client/features/sign-in/sign-in.module.css';
import { useReturnTo } from '#client/session/return-to.ts';
import { useAfterHydration, useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Disclosure } from '#client/ui/sections.tsx';
import { LOCALES } from '#domain/language.ts';
import type { ProviderId, ProviderOutcome } from '#domain/protocol/providers.ts';

interface Props {
  page: 'log-in' | 'register';
  invitation?: string | undefined;
}

/** Those not connected by the operator are folded away, with the reason. */
export function SignInProviders({ page, invitation }: Props) {
  const { t, texts, language } = useTranslation('public');
  const data = useData();
  const returnTo = useReturnTo();
  const reason = useId();
  const [chosen, setChosen] = useState<ProviderId>();
  const { isBusy, failure, run } = useAuthAction('logIn');
  const isLogIn = page === 'log-in';
  const choices = useProviderChoices(isLogIn ? ['google', 'facebook', 'linkedin'] : ['google']);
  const on = choices.filter(({ isOn }) => isOn);
  const off = choices.filter(({ isOn }) => !isOn);
  const choose = (id: ProviderId) => {
    const purpose = isLogIn ? 'sign-in' : 'register';
    setChosen(id);
    void run(() => startAuthorization(data, id, purpose, { ...returnTo, invitation }, language));
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
          <p className="text-center muted small" id={reason}>
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

/** From the URL. */
export function AuthorizationOutcome() {
  const { search } = useLocation();
  // Pages are prerendered without a query.
  const result = authorizationResultIn(useAfterHydration(() => search) ?? '');
  return result ? <AuthorizationError {...result} /> : null;
}

interface AuthorizationErrorProps {
  outcome: ProviderOutcome;
  provider: ProviderId | undefined;
}

function AuthorizationError({ outcome, provider }: AuthorizationErrorProps) {
  const { t, texts } = useTranslation('public');
  const nameOf = useProviderName();
  const name = nameOf(provider) ?? texts.providers.someService;
  return (
    <ErrorBox>
      {t(($) => $.providers.outcomes[outcomeIn($.providers.outcomes, outcome)], { provider: name })}
    </ErrorBox>
  );
}
