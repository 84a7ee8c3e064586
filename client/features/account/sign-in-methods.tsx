import { useState } from 'react';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { type ProviderChoice, useProviderChoices, useProviderName } from '#client/auth/provider-choices.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { Username } from '#client/forms/field.tsx';
import { SendForm, useSendForm } from '#client/forms/send-form.tsx';
import { NewPasswordField } from '#client/forms/sign-in-fields.tsx';
import { useAction } from '#client/forms/use-action.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { useData, useOwnEmail } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { passwordSchema } from '#domain/fields.ts';
import type { ConnectedProvider } from '#domain/protocol/account-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import { AccountSection } from './account-parts.tsx';

/** Sets a first password if a provider created the account; typed once, as it can be shown. */
export function Password() {
  const { texts } = useTranslation('details', 'public');
  const data = useData();
  const email = useOwnEmail();
  const runWithReauth = useReauth();
  const toast = useToast();
  const methods = useQuery('signInMethods');
  const isFirst = methods.reply?.hasPassword === false;
  const form = useSendForm({
    schemas: { password: passwordSchema },
    saved: { password: '' },
    async send({ password }) {
      const done = await runWithReauth(() => data.call('changePassword', { password }));
      if (!done) return;
      form.reset();
      toast({ text: texts.account.password.changed });
      void methods.refetch();
    },
  });
  return (
    <AccountSection
      title={texts.signIn.password}
      lead={isFirst ? texts.account.password.first : texts.account.password.consequence}
    >
      <SendForm form={form} label={isFirst ? texts.account.password.set : texts.account.password.change}>
        <Username email={email} />
        <NewPasswordField
          {...form.input('password', { missing: texts.signIn.missing.newPassword })}
          label={texts.account.password.new}
        />
      </SendForm>
    </AccountSection>
  );
}

export function Providers() {
  const { texts } = useTranslation('details');
  const { reply, error, refetch } = useQuery('signInMethods');
  const providers = useConnectableProviders(reply?.providers ?? []);
  const { busy, failure, connect, disconnect } = useConnection(refetch);
  return (
    <AccountSection
      title={texts.account.services.title}
      lead={providers.length > 0 ? texts.account.services.lead : texts.account.services.none}
    >
      {!reply && !error && providers.length > 0 && <Skeleton rows={providers.length} />}
      {error !== undefined && <QueryFailed error={error} />}
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {reply && providers.length > 0 && (
        <PersonList label={texts.account.services.title}>
          {providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              isBusy={busy === provider.id}
              onConnect={() => connect(provider.id)}
              onDisconnect={() => disconnect(provider.id)}
            />
          ))}
        </PersonList>
      )}
    </AccountSection>
  );
}

/** Those this site offers, and connected ones that it no longer offers. */
function useConnectableProviders(connected: readonly ConnectedProvider[]): ConnectableProvider[] {
  const offered = useProviderChoices([]);
  const nameOf = useProviderName();
  const previous = connected
    .filter(({ provider }) => !offered.some(({ id }) => id === provider))
    .map(({ provider }) => ({ id: provider, name: nameOf(provider) ?? provider, isOn: false }));
  return [...offered, ...previous].map((choice) => ({
    ...choice,
    since: connected.find(({ provider }) => provider === choice.id)?.since,
  }));
}

function useConnection(refetch: () => Promise<void>) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const runWithReauth = useReauth();
  const toast = useToast();
  const nameOf = useProviderName();
  const [active, setActive] = useState<ProviderId>();
  const { isBusy, failure, run } = useAction({
    'last-sign-in-method': texts.account.services.lastSignInMethod,
  });
  const runFor = (id: ProviderId, action: () => Promise<unknown>) => {
    setActive(id);
    void run(action);
  };
  return {
    busy: isBusy ? active : undefined,
    failure,
    connect: (id: ProviderId) =>
      runFor(id, () => runWithReauth(() => startAuthorization(data, id, 'connect'))),
    disconnect: (id: ProviderId) =>
      runFor(id, async () => {
        const done = await runWithReauth(() => data.call('disconnectProvider', { provider: id }));
        if (!done) return;
        toast({ text: t(($) => $.account.services.disconnected, { provider: nameOf(id) ?? id }) });
        await refetch();
      }),
  };
}

interface ConnectableProvider extends ProviderChoice {
  since: string | undefined;
}

interface ProviderRowProps {
  provider: ConnectableProvider;
  isBusy: boolean;
  onConnect(): void;
  onDisconnect(): void;
}

function ProviderRow({ provider: { name, since }, isBusy, onConnect, onDisconnect }: ProviderRowProps) {
  const { t, texts, format } = useTranslation('details');
  const isConnected = since !== undefined;
  const actions = (
    <Button
      variant={isConnected ? 'quiet' : 'secondary'}
      label={isConnected ? texts.account.services.disconnect : texts.account.services.connect}
      busy={isBusy}
      aria-label={t(
        ($) => (isConnected ? $.account.services.disconnectNamed : $.account.services.connectNamed),
        { provider: name },
      )}
      onClick={isConnected ? onDisconnect : onConnect}
    />
  );
  return (
    <PersonRow name={name} actions={actions}>
      <span>
        {isConnected
          ? t(($) => $.account.services.since, { date: format.date(since) })
          : texts.account.services.not}
      </span>
    </PersonRow>
  );
}
