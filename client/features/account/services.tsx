import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { useProviderChoices, useProviderName } from '#client/auth/provider-choices.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { PersonList } from '#client/people/person-row.tsx';
import { callMessage } from '#client/session/call-message.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useQuery } from '#client/session/use-query.ts';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Connected } from '#domain/protocol/account-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { type Service, ServiceRow } from './service-row.tsx';

/** The other services that the account can be signed in to with: connect and disconnect. */
export function Services() {
  const { t } = useTranslation();
  const { reply, error, refetch } = useQuery('waysIn');
  const services = useServices(reply?.providers ?? []);
  const { busy, failure, connect, disconnect } = useConnecting(refetch);
  return (
    <AccountSection title={t(($) => $.account.services.title)}>
      <p className={styles.hint}>
        {services.length > 0 ? t(($) => $.account.services.lead) : t(($) => $.account.services.none)}
      </p>
      {!reply && !error && <Skeleton rows={1} />}
      {error !== undefined && <ErrorBox>{callMessage(t, error)}</ErrorBox>}
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {reply && services.length > 0 && (
        <PersonList label={t(($) => $.account.services.title)}>
          {services.map((service) => (
            <ServiceRow
              key={service.id}
              service={service}
              isBusy={busy === service.id}
              onConnect={() => connect(service.id)}
              onDisconnect={() => disconnect(service.id)}
            />
          ))}
        </PersonList>
      )}
    </AccountSection>
  );
}

/** Those that this host offers, and those that are connected though it does so no longer. */
function useServices(connected: readonly Connected[]): Service[] {
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

function useConnecting(refetch: () => Promise<void>) {
  const { t } = useTranslation();
  const data = useData();
  const runWithReauth = useReauth();
  const toast = useToast();
  const nameOf = useProviderName();
  const [what, setWhat] = useState<ProviderId>();
  const { isBusy, failure, run } = useAction(
    messagesByCode({
      'last-way-in': t(($) => $.account.services.lastWayIn),
      'provider-unreachable': t(($) => $.signIn.failures.providerUnreachable),
    }),
  );
  const runFor = (id: ProviderId, action: () => Promise<unknown>) => {
    setWhat(id);
    void run(action);
  };
  return {
    busy: isBusy ? what : undefined,
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
