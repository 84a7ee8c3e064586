import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Outcome } from '#domain/protocol/providers.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import type { Sessions } from '../port.ts';
import { isReauthenticatedByProvider } from '../sign-in-methods.ts';
import type { Mission, Returned } from './authorization-flows.ts';
import { credentialName, identityCredential, uidOfIdentity } from './linked-identities.ts';
import { createAccount } from './new-account.ts';
import type { Newcomers, Stranger } from './pending-sign-ups.ts';
import type { Arrival, Person, Provider } from './provider.ts';
import { newcomerPlace, outcomePlace, secondStepPlace, signedInPlace } from './redirect-urls.ts';

const NOTHING_SAID: Person = { isVerified: false };

interface Here {
  context: AuthContext;
  provider: Provider;
  newcomers: Newcomers;
}

/** What becomes of somebody whom a provider sent. Out: the page to go on with. Throws ProviderFailed. */
export async function placeAfter(
  here: Here,
  { mission, uid }: Returned,
  arrival: Arrival,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { errand, provider, intent } = mission;
  if (errand === 'connect' || errand === 'prove') {
    const outcome = await (errand === 'connect' ? connect : prove)(here, uid, arrival, request, reply);
    return outcomePlace(errand, provider, outcome, intent);
  }
  const known = await accountBehind(here.context, arrival.subject);
  return known
    ? signIn(here.context, known, arrival, mission, request, reply)
    : welcome(here, mission, arrival, request, reply);
}

async function accountBehind({ store }: AuthContext, subject: string): Promise<Account | undefined> {
  const uid = await uidOfIdentity(store, subject);
  return uid === undefined ? undefined : store.accountByUid(uid);
}

async function signIn(
  context: AuthContext,
  account: Account,
  { subject }: Arrival,
  { intent }: Mission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const result = await finishSignIn(context, account, request, reply, {
    credential: credentialName(subject),
  });
  return 'next' in result ? secondStepPlace(intent) : signedInPlace(intent);
}

/** Somebody new: an account at once where all is known and vouched for, else the missing pieces are asked for. */
async function welcome(
  here: Here,
  mission: Mission,
  arrival: Arrival,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { context, provider, newcomers } = here;
  const { errand, language, intent } = mission;
  const person = await arrival.person();
  const { firstName, lastName, email, isVerified } = person;
  const isTaken = () => outcomePlace(errand, provider.id, 'not-connected', intent);
  // Whoever has the e-mail there need not be who has it here, so an account is never entered by its e-mail.
  if (email !== undefined && (await context.store.accountByEmail(emailKey(email)))) return isTaken();
  const { id, issuer } = provider;
  const stranger: Stranger = { provider: id, issuer, subject: arrival.subject, ...person, language };
  if (!firstName || !lastName || !email || !isVerified) {
    await newcomers.ask(stranger, reply);
    return newcomerPlace(intent);
  }
  const account = await createAccount(context, stranger, { firstName, lastName, email });
  if (account === 'email-taken') return isTaken();
  const first = account === 'credential-taken' ? await accountBehind(context, arrival.subject) : account;
  return first
    ? signIn(context, first, arrival, mission, request, reply)
    : outcomePlace(errand, id, 'expired', intent);
}

/** The account that set out, if it is still the one behind this browser. */
async function stillHere(sessions: Sessions, uid: Id | null, request: FastifyRequest) {
  const open = await sessions.requireSession(request).catch(() => undefined);
  return open?.account.uid === uid ? open : undefined;
}

/** Connects the service; where it vouches for the very e-mail of the account, that one counts as verified. */
async function connect(
  { context: { store, sessions, mail, now }, provider }: Here,
  uid: Id | null,
  arrival: Arrival,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  const open = uid !== null && (await stillHere(sessions, uid, request));
  if (!open) return 'expired';
  const { id, issuer } = provider;
  const at = isoTime(now());
  const link = identityCredential({ provider: id, issuer, subject: arrival.subject }, uid, at);
  const added = await store.addCredential(link, { session: open.session });
  if (added === 'no-account') return 'expired';
  if (added === 'taken' && (await uidOfIdentity(store, arrival.subject)) !== uid) return 'already-used';
  if (added === 'added') mail.sendSignInMethodsChanged(open.account, request, reply);
  const { email, isVerified } = await arrival.person().catch(() => NOTHING_SAID);
  if (email !== undefined && isVerified) await store.verifyEmail(uid, emailKey(email), at);
  return 'connected';
}

async function prove(
  { context: { store, sessions } }: Here,
  uid: Id | null,
  { subject }: Arrival,
  request: FastifyRequest,
): Promise<Outcome> {
  const open = await stillHere(sessions, uid, request);
  if (uid === null || !open) return 'expired';
  if ((await uidOfIdentity(store, subject)) !== uid) return 'someone-else';
  if (!(await isReauthenticatedByProvider(store, uid))) return 'refused';
  await sessions.markReauthenticated(open.session);
  return 'proven';
}
