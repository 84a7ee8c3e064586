import { useLocation } from 'react-router';
import { authorizationResultIn, startAuthorization } from '#client/auth/provider-authorization.ts';
import { useProviderChoices } from '#client/auth/provider-choices.ts';
import { AuthorizationError, ProviderButtons } from '#client/features/sign-in/provider-buttons.tsx';
import { useReturnTo } from '#client/session/return-to.ts';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

interface Props {
  page: 'log-in' | 'register';
  /** The secret of the link by which the host invited. */
  invitation?: string | undefined;
}

/** The buttons of the providers to sign in or register with. */
export function SignInProviders({ page, invitation }: Props) {
  const data = useData();
  const returnTo = useReturnTo();
  const { language } = useTranslation();
  const isLogIn = page === 'log-in';
  const choices = useProviderChoices(isLogIn ? ['google', 'facebook', 'linkedin'] : ['google']);
  return (
    <ProviderButtons
      choices={choices}
      onChoose={(id) =>
        startAuthorization(data, id, isLogIn ? 'sign-in' : 'register', { ...returnTo, invitation }, language)
      }
    />
  );
}

/** The error of an authorization flow that signed nobody in, as the URL reports it. */
export function AuthorizationOutcome() {
  const { search } = useLocation();
  // Pages are prerendered without a query.
  const result = authorizationResultIn(useAfterHydration(() => search) ?? '');
  return result ? <AuthorizationError {...result} /> : null;
}
