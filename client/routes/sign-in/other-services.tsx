import { useProviderChoices } from '#client/auth/provider-choices.ts';
import { leaveFor } from '#client/auth/provider-redirect.ts';
import { Providers } from '#client/features/sign-in/providers.tsx';
import { useData } from '#client/session/use-data.ts';
import { useReturnTo } from '#client/session/use-return-to.ts';
import { useLanguage } from '#client/translations/use-language.ts';

/** The other services to sign in with, each as a button. */
export function OtherServices({ page }: { page: 'log-in' | 'register' }) {
  const data = useData();
  const returnTo = useReturnTo();
  const { language } = useLanguage();
  const isLogIn = page === 'log-in';
  const choices = useProviderChoices(isLogIn ? ['google', 'facebook', 'linkedin'] : ['google']);
  return (
    <Providers
      choices={choices}
      onChoose={(id) => leaveFor(data, id, isLogIn ? 'sign-in' : 'register', returnTo, language)}
    />
  );
}
