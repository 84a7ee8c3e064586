import type { FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { FlowPurpose } from '#domain/protocol/provider-calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { hashIfSecret } from '../core/sessions/secret.ts';
import { callbackPath } from './callback.ts';
import type { ProviderContext } from './provider-context.ts';
import { ProviderError } from './provider-error.ts';

/** Starts an authorization flow. Throws 'not-found' for a provider that is not configured, and 'provider-unreachable'. */
export const startProviderCalls = (context: ProviderContext): Handlers => ({
  async startProvider({ provider: id, purpose, language, invitation: secret, ...intent }, request, reply) {
    const provider = context.providers.get(id);
    if (!provider) throw new CallError('not-found');
    await context.limits.countAddress(request);
    const uid = await accountFor(context, purpose, request);
    // The checked Origin is the host this browser uses, and its cookies are valid for that host alone.
    const redirectUri = `${request.headers.origin}${callbackPath(id)}`;
    const invitation = hashIfSecret(secret);
    const given = { ...(language && { language }), ...(invitation && { invitation }) };
    const flowContext = { provider: id, purpose, intent, ...given };
    const flow = await context.flows.start(redirectUri, flowContext, uid, reply);
    try {
      return { url: await provider.authorizationUrl(flow, purpose === 'reauthenticate') };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { failure } = error;
      const about = { request: request.id, provider: id, failure, error };
      context.log.warn(about, 'a provider could not be reached');
      throw new CallError('provider-unreachable');
    }
  },
});

/** Returns the account that a flow is for, or null. Connecting requires a recent authentication. */
async function accountFor(
  { sessions }: AuthContext,
  purpose: FlowPurpose,
  request: FastifyRequest,
): Promise<Id | null> {
  if (purpose === 'connect') return (await sessions.requireRecentAuthentication(request)).account.uid;
  if (purpose === 'reauthenticate') return (await sessions.requireAccount(request)).uid;
  return null;
}
