import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROVIDERS, type ProviderId, type ProviderOutcome } from '#domain/protocol/providers.ts';
import { CallError } from '../../http/call-error.ts';
import type { AuthContext } from '../core/auth-context.ts';
import type { AuthorizationFlows, FinishedFlow } from './authorization-flows.ts';
import { handleCallback } from './handle-callback.ts';
import type { PendingSignUps } from './pending-sign-ups.ts';
import type { Provider, Providers } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { outcomeUrl } from './redirect-urls.ts';

/** The path of the OAuth callback, which the host registers at the provider. */
export function callbackPath(id: ProviderId): string {
  return `/api/providers/${id}/callback`;
}

interface CallbackRoute {
  Params: { provider: string };
  Querystring: Record<string, unknown>;
}

/**
 * Registers the OAuth callback: the one GET that changes something, as the protocol requires. Its state works once, in the
 * browser that started the flow. It always redirects to a page of ours.
 */
export function callbackRoute(
  app: FastifyInstance,
  context: AuthContext,
  providers: Providers,
  flows: AuthorizationFlows,
  pendingSignUps: PendingSignUps,
): void {
  // Without a HEAD route no link checker uses a state up.
  app.get<CallbackRoute>(
    '/api/providers/:provider/callback',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const id = PROVIDERS.find((known) => known === request.params.provider);
      const finished = await flows
        .finish(request.query.state, request, reply)
        .catch(logged(context, request, 'unavailable'));
      if (finished === 'unavailable') return reply.redirect(outcomeUrl('sign-in', id, finished, {}), 303);
      const provider = finished && finished.flowContext.provider === id ? providers.get(id) : undefined;
      if (!finished || !provider) return reply.redirect(outcomeUrl('sign-in', id, 'expired', {}), 303);
      const url = await redirectUrl(context, provider, finished, pendingSignUps, request, reply);
      return reply.redirect(url, 303);
    },
  );
}

async function redirectUrl(
  context: AuthContext,
  provider: Provider,
  finished: FinishedFlow,
  pendingSignUps: PendingSignUps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { flow, flowContext, age } = finished;
  const callbackUrl = new URL(flow.redirectUri);
  callbackUrl.search = new URL(request.url, callbackUrl).search;
  const maxAge = flowContext.purpose === 'prove' ? age : undefined;
  try {
    const identity = await provider.identify(callbackUrl, flow, maxAge);
    return await handleCallback({ context, provider, pendingSignUps }, finished, identity, request, reply);
  } catch (error) {
    const outcome = outcomeOf(context, provider, error, request);
    if (outcome === 'refused' || outcome === 'expired')
      context.events.record(request, { event: 'sign-in', method: provider.id, outcome: 'failed' });
    return outcomeUrl(flowContext.purpose, provider.id, outcome, flowContext.intent);
  }
}

function outcomeOf(
  context: AuthContext,
  { id }: Provider,
  error: unknown,
  request: FastifyRequest,
): ProviderOutcome {
  // The identity was disconnected or the account changed meanwhile.
  if (error instanceof CallError) return 'expired';
  if (!(error instanceof ProviderError)) return logged(context, request, 'unavailable')(error);
  const { failure } = error;
  if (failure !== 'cancelled') {
    context.log.warn({ request: request.id, provider: id, failure, error }, 'a sign-in at a provider failed');
  }
  return failure;
}

function logged<O extends ProviderOutcome>(
  { log }: AuthContext,
  { id }: FastifyRequest,
  outcome: O,
): (error: unknown) => O {
  return (error) => {
    log.error({ request: id, error }, 'an OAuth callback failed');
    return outcome;
  };
}
