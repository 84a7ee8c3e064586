import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { FlowPurpose } from '#domain/protocol/provider-calls.ts';
import { PROVIDERS, type ProviderId, type ProviderOutcome } from '#domain/protocol/providers.ts';
import { isoTime } from '#domain/time.ts';
import { emailKey } from '../../email-key.ts';
import { CallError } from '../../http/call-error.ts';
import { type Handlers, registerCalls } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { hashIfSecret } from '../core/sessions/secret.ts';
import type { Sessions } from '../core/sessions/sessions.ts';
import { isReauthenticatedByProvider } from '../core/sign-in-methods.ts';
import { accountOfIdentity, credentialName, identityCredential } from './linked-identities.ts';
import { type ExternalIdentity, type ExternalProfile, type Provider, ProviderError } from './provider.ts';
import {
  createProviderContext,
  type FinishedFlow,
  type FlowContext,
  type ProviderContext,
} from './provider-context.ts';
import { outcomeUrl, urlWith } from './redirect-urls.ts';
import { pendingSignUpHandlers, signUp } from './sign-up.ts';

export function registerProviderHandlers(app: FastifyInstance, auth: AuthContext): void {
  const context = createProviderContext(auth);
  registerCalls(app, { ...startProviderHandlers(context), ...pendingSignUpHandlers(context) });
  callbackRoute(app, context);
}

/** Throws 'not-found' if not configured, and 'provider-unreachable'. */
const startProviderHandlers = (context: ProviderContext): Handlers => ({
  async startProvider({ provider: id, purpose, language, invitation: secret, ...intent }, request, reply) {
    const provider = context.providers.get(id);
    if (!provider) throw new CallError('not-found');
    await context.limits.countAddress(request);
    const uid = await accountFor(context, purpose, request);
    // The browser's cookies are valid only for the host in the checked Origin.
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

/** Null without an account; connecting requires a recent authentication. */
async function accountFor(
  { sessions }: AuthContext,
  purpose: FlowPurpose,
  request: FastifyRequest,
): Promise<Id | null> {
  if (purpose === 'connect') return (await sessions.requireRecentAuthentication(request)).account.uid;
  if (purpose === 'reauthenticate') return (await sessions.requireAccount(request)).uid;
  return null;
}

/** The operator registers it at the provider. */
function callbackPath(id: ProviderId): string {
  return `/api/providers/${id}/callback`;
}

interface CallbackRoute {
  Params: { provider: string };
  Querystring: Record<string, unknown>;
}

/** The one GET that changes something, as OAuth requires; its state works once, in its own browser. */
function callbackRoute(app: FastifyInstance, context: ProviderContext): void {
  // Otherwise a link checker's HEAD would use a state up.
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

/** Resolves to the page to go to. Throws ProviderError. */
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
  return outcome === 'ok' ? urlWith('/signed-in', intent) : urlWith('/login', { step: 'passkey', ...intent });
}

/** Only if still of the account that started the flow. */
async function sessionOf(sessions: Sessions, uid: Id | null, request: FastifyRequest) {
  const open = await sessions.requireSession(request).catch(() => undefined);
  return open?.account.uid === uid ? open : undefined;
}

/** An e-mail that the provider verified counts as verified here too, if it is the account's. */
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
  if (added === 'taken' && (await accountOfIdentity(store, identity.subject))?.uid !== uid)
    return 'already-used';
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
  const outcome = (await accountOfIdentity(store, subject))?.uid === uid ? 'ok' : 'failed';
  events.record(request, { event: 're-authentication', method: id, outcome, uid });
  if (outcome === 'failed') return 'someone-else';
  if (!(await isReauthenticatedByProvider(store, uid))) return 'refused';
  await sessions.markReauthenticated(open.session);
  return 'reauthenticated';
}
