import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Errand } from '#domain/protocol/provider-calls.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Trips } from './authorization-flows.ts';
import { callbackPath } from './callback.ts';
import { ProviderFailed, type Providers } from './provider.ts';

/** Begins a trip to a provider. Throws 'not-found' for one that is not configured, and 'provider-unreachable'. */
export function startProviderCall(
  app: FastifyInstance,
  context: AuthContext,
  providers: Providers,
  trips: Trips,
): void {
  registerCall(
    app,
    'startProvider',
    async ({ provider: id, errand, language, ...intent }, request, reply) => {
      const provider = providers.get(id);
      if (!provider) throw new CallError('not-found');
      await context.limits.countAddress(request);
      const uid = await forWhom(context, errand, request);
      // The Origin was checked: it is the name by which this browser reaches us, and its cookies hold for that name alone.
      const redirectUri = `${request.headers.origin}${callbackPath(id)}`;
      const mission = { provider: id, errand, intent, ...(language && { language }) };
      const trip = await trips.begin(redirectUri, mission, uid, reply);
      try {
        return { url: await provider.addressFor(trip, errand === 'prove') };
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error;
        context.log.warn({ provider: id, failure: error.failure, error }, 'a provider could not be asked');
        throw new CallError('provider-unreachable');
      }
    },
  );
}

/** Connecting is for who has just shown that the account is theirs; showing it is what the other errand is for. */
async function forWhom(
  { sessions }: AuthContext,
  errand: Errand,
  request: Parameters<AuthContext['sessions']['requireAccount']>[0],
): Promise<Id | null> {
  if (errand === 'connect') return (await sessions.requireRecentAuthentication(request)).account.uid;
  if (errand === 'prove') return (await sessions.requireAccount(request)).uid;
  return null;
}
