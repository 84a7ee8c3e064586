import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { PROVIDERS, type ProviderId, type ProviderOutcome } from '#domain/protocol/providers.ts';
import { isoTime } from '#domain/time.ts';
import { emailKey } from '../../email-key.ts';
import { CallError } from '../../http/call-error.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import type { Sessions } from '../core/sessions/sessions.ts';
import { isReauthenticatedByProvider } from '../core/sign-in-methods.ts';
import type { FinishedFlow, FlowContext } from './authorization-flows.ts';
import { accountOfIdentity, credentialName, identityCredential, uidOfIdentity } from './linked-identities.ts';
import type { ExternalIdentity, ExternalProfile, Provider } from './provider.ts';
import type { ProviderContext } from './provider-context.ts';
import { ProviderError } from './provider-error.ts';
import { outcomeUrl, secondFactorUrl, signedInUrl } from './redirect-urls.ts';
import { signUp } from './sign-up.ts';

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
export function callbackRoute(app: FastifyInstance, context: ProviderContext): void {
  // Without a HEAD route no link checker uses a state up.
  app.get<CallbackRoute>(
    '/api/providers/:provider/callback',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const id = PROVIDERS.find((known) => known === request.params.provider);
      const finished = await context.flows
        .finish(request.query.state, reply)
        .catch((error: unknown) => unavailable(context, request, error));
      if (finished === 'unavailable') return reply.redirect(outcomeUrl('sign-in', id, finished, {}), 303);
      const provider =
        finished && finished.flowContext.provider === id ? context.providers.get(id) : undefined;
      if (!finished || !provider) return reply.redirect(outcomeUrl('sign-in', id, 'expired', {}), 303);
      return reply.redirect(await redirectUrl(context, provider, finished, reply), 303);
    },
  );
}

async function redirectUrl(
  context: ProviderContext,
  provider: Provider,
  finished: FinishedFlow,
  reply: FastifyReply,
): Promise<string> {
  const { request } = reply;
  const { flow, flowContext, age } = finished;
  const callbackUrl = new URL(flow.redirectUri);
  callbackUrl.search = new URL(request.url, callbackUrl).search;
  const maxAge = flowContext.purpose === 'reauthenticate' ? age : undefined;
  try {
    const identity = await provider.identify(callbackUrl, flow, maxAge);
    return await handleCallback(context, provider, finished, identity, reply);
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
  if (!(error instanceof ProviderError)) return unavailable(context, request, error);
  const { failure } = error;
  if (failure !== 'cancelled') {
    context.log.warn({ request: request.id, provider: id, failure, error }, 'a sign-in at a provider failed');
  }
  return failure;
}

function unavailable({ log }: AuthContext, { id }: FastifyRequest, error: unknown): 'unavailable' {
  log.error({ request: id, error }, 'an OAuth callback failed');
  return 'unavailable';
}

const EMPTY_PROFILE: ExternalProfile = { isVerified: false };

/** Signs in or up, connects or re-authenticates with an external identity. Returns the page to go to. Throws ProviderError. */
async function handleCallback(
  context: ProviderContext,
  provider: Provider,
  { flowContext, uid }: FinishedFlow,
  identity: ExternalIdentity,
  reply: FastifyReply,
): Promise<string> {
  const { purpose, intent } = flowContext;
  if (purpose === 'connect' || purpose === 'reauthenticate') {
    const handle = purpose === 'connect' ? connect : reauthenticate;
    const outcome = await handle(context, provider, uid, identity, reply);
    return outcomeUrl(purpose, provider.id, outcome, intent);
  }
  const known = await accountOfIdentity(context.store, identity.subject);
  const account = known ?? (await signUp(context, provider, flowContext, identity, reply));
  if (typeof account === 'string') return account;
  return signIn(context, account, identity, flowContext, reply);
}

async function signIn(
  context: AuthContext,
  account: Account,
  { subject }: ExternalIdentity,
  { provider, intent }: FlowContext,
  reply: FastifyReply,
): Promise<string> {
  const credential = credentialName(subject);
  const result = await finishSignIn(context, account, reply, { credential });
  const outcome = 'next' in result ? 'unfinished' : 'ok';
  context.events.record(reply.request, { event: 'sign-in', method: provider, outcome, uid: account.uid });
  return outcome === 'ok' ? signedInUrl(intent) : secondFactorUrl(intent);
}

/** Returns this browser's session if it is still of the account that started the flow. */
async function sessionOf(sessions: Sessions, uid: Id | null, request: FastifyRequest) {
  const open = await sessions.requireSession(request).catch(() => undefined);
  return open?.account.uid === uid ? open : undefined;
}

/** Connects the identity. If the provider verified the account's own e-mail, that counts as verified here too. */
async function connect(
  { store, sessions, mail, events, now }: ProviderContext,
  { id, issuer }: Provider,
  uid: Id | null,
  identity: ExternalIdentity,
  reply: FastifyReply,
): Promise<ProviderOutcome> {
  const { request } = reply;
  const open = uid !== null && (await sessionOf(sessions, uid, request));
  if (!open) return 'expired';
  const at = isoTime(now());
  const credential = identityCredential({ provider: id, issuer, subject: identity.subject }, uid, at);
  const added = await store.addCredential(credential, { session: open.session });
  if (added === 'no-account') return 'expired';
  if (added === 'taken' && (await uidOfIdentity(store, identity.subject)) !== uid) return 'already-used';
  if (added === 'added') {
    mail.sendNotice('signInMethodsChanged', open.account, reply);
    events.record(request, { event: 'service-connected', method: id, outcome: 'ok', uid });
  }
  const { email, isVerified } = await identity.profile().catch(() => EMPTY_PROFILE);
  if (email !== undefined && isVerified) await store.verifyEmail(uid, emailKey(email), at);
  return 'connected';
}

async function reauthenticate(
  { store, sessions, events }: ProviderContext,
  { id }: Provider,
  uid: Id | null,
  { subject }: ExternalIdentity,
  { request }: FastifyReply,
): Promise<ProviderOutcome> {
  const open = await sessionOf(sessions, uid, request);
  if (uid === null || !open) return 'expired';
  const outcome = (await uidOfIdentity(store, subject)) === uid ? 'ok' : 'failed';
  events.record(request, { event: 're-authentication', method: id, outcome, uid });
  if (outcome === 'failed') return 'someone-else';
  if (!(await isReauthenticatedByProvider(store, uid))) return 'refused';
  await sessions.markReauthenticated(open.session);
  return 'reauthenticated';
}
