import { useState } from 'react';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { type ProviderChoice, useProviderChoices, useProviderName } from '#client/auth/provider-choices.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { messagesByCode, useAction } from '#client/forms/use-action.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { useData } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ConnectedProvider } from '#domain/protocol/account-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import { AccountSection } from './account-section.tsx';

/** The identity providers that can sign in to the account: connect and disconnect. */
export function Providers() {
  const { texts } = useTranslation();
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

/** The providers that this host offers, and connected ones that it no longer offers. */
function useConnectableProviders(connected: readonly ConnectedProvider[]): ConnectableProvider[] {
  const offered = useProviderChoices([]);
  const nameOf = useProviderName();
  const former = connected
    .filter(({ provider }) => !offered.some(({ id }) => id === provider))
    .map(({ provider }) => ({ id: provider, name: nameOf(provider) ?? provider, isOn: false }));
  return [...offered, ...former].map((choice) => ({
    ...choice,
    since: connected.find(({ provider }) => provider === choice.id)?.since,
  }));
}

function useConnection(refetch: () => Promise<void>) {
  const { t, texts } = useTranslation();
  const data = useData();
  const runWithReauth = useReauth();
  const toast = useToast();
  const nameOf = useProviderName();
  const [active, setActive] = useState<ProviderId>();
  const { isBusy, failure, run } = useAction(
    messagesByCode({
      'last-sign-in-method': texts.account.services.lastSignInMethod,
      'provider-unreachable': texts.signIn.failures.providerUnreachable,
    }),
  );
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
        const done = await runWithReauth(() => data.ask('disconnectProvider', { provider: id }));
        if (!done) return;
        toast({ text: t(($) => $.account.services.disconnected, { provider: nameOf(id) ?? id }) });
        await refetch();
      }),
  };
}

interface ConnectableProvider extends ProviderChoice {
  /** The time it was connected; undefined if it is not. */
  since: string | undefined;
}

interface Props {
  provider: ConnectableProvider;
  isBusy: boolean;
  onConnect(): void;
  onDisconnect(): void;
}

/** One provider: when it was connected, if it is, and the button that connects or disconnects it. */
function ProviderRow({ provider: { name, since }, isBusy, onConnect, onDisconnect }: Props) {
  const { t, texts, format } = useTranslation();
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
