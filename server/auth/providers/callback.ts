import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Outcome, PROVIDERS, type ProviderId } from '#domain/protocol/providers.ts';
import { CallError } from '../../http/call-error.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Returned, Trips } from './authorization-flows.ts';
import { placeAfter } from './handle-callback.ts';
import type { Newcomers } from './pending-sign-ups.ts';
import { type Provider, ProviderFailed, type Providers } from './provider.ts';
import { outcomePlace } from './redirect-urls.ts';

/** Where a provider sends the browser back to; this is what the host registers there. */
export function callbackPath(id: ProviderId): string {
  return `/api/providers/${id}/callback`;
}

interface Address {
  Params: { provider: string };
  Querystring: Record<string, unknown>;
}

/**
 * The one GET that changes something, as the protocol wants it: a state that is good once, in the browser that set out.
 * It always leads to a page of ours.
 */
export function providerCallback(
  app: FastifyInstance,
  context: AuthContext,
  providers: Providers,
  trips: Trips,
  newcomers: Newcomers,
): void {
  // Without a route for HEAD nobody uses a trip up by looking whether the address answers.
  app.get<Address>(
    '/api/providers/:provider/callback',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const id = PROVIDERS.find((known) => known === request.params.provider);
      const back = await trips.end(request.query.state, request, reply).catch(logged(context, 'unavailable'));
      if (back === 'unavailable') return reply.redirect(outcomePlace('sign-in', id, back, {}), 303);
      const provider = back && back.mission.provider === id ? providers.get(id) : undefined;
      if (!back || !provider) return reply.redirect(outcomePlace('sign-in', id, 'expired', {}), 303);
      return reply.redirect(await finish(context, provider, back, newcomers, request, reply), 303);
    },
  );
}

async function finish(
  context: AuthContext,
  provider: Provider,
  back: Returned,
  newcomers: Newcomers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const address = new URL(back.trip.redirectUri);
  address.search = new URL(request.url, address).search;
  const anewWithin = back.mission.errand === 'prove' ? back.seconds : undefined;
  try {
    const arrival = await provider.arrival(address, back.trip, anewWithin);
    return await placeAfter({ context, provider, newcomers }, back, arrival, request, reply);
  } catch (error) {
    const outcome = outcomeOf(context, provider, error);
    return outcomePlace(back.mission.errand, provider.id, outcome, back.mission.intent);
  }
}

function outcomeOf(context: AuthContext, { id }: Provider, error: unknown): Outcome {
  // The account was changed meanwhile, so that this service opens it no longer.
  if (error instanceof CallError) return 'expired';
  if (!(error instanceof ProviderFailed)) return logged(context, 'unavailable')(error);
  const { failure } = error;
  if (failure !== 'cancelled') {
    context.log.warn({ provider: id, failure, error }, 'a provider could not tell who came');
  }
  return failure;
}

function logged<O extends Outcome>({ log }: AuthContext, outcome: O): (error: unknown) => O {
  return (error) => {
    log.error({ error }, 'a trip to a provider could not be ended');
    return outcome;
  };
}
