import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import type { Account, LogIn, Registration, SignInReply } from '#domain/protocol/calls.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import { emailKey } from '../../email-key.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { accountKey } from '../../load-limits/load-limits.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { admit } from '../core/admission.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { hashIfSecret, hashOf } from '../core/sessions/secret.ts';

export const passwordSignInHandlers = (context: AuthContext): Handlers => ({
  /** In one transaction. The same form sent again signs in, since its reply was lost. */
  async register(registration, request, reply) {
    await context.limits.countAddress(request);
    const isTaken = await context.store.accountByEmail(emailKey(registration.email));
    const created = isTaken ? undefined : await create(context, registration, reply);
    return created ?? signInAgain(context, registration, reply);
  },
  /** Same work and reply for an unknown e-mail and a wrong password. */
  async logIn(credentials, request, reply) {
    const { store, limits, trustedBrowsers } = context;
    const stored = await store.accountByEmail(emailKey(credentials.email));
    const trustedBrowser = await trustedBrowsers.find(request, stored?.uid);
    await (trustedBrowser === undefined ? limits.countAddress(request) : limits.countTrustedAddress(request));
    return signInByPassword(context, credentials, { stored, trustedBrowser }, reply);
  },
  /** For changes that an unlocked phone in the wrong hands must not make. */
  async reauthenticate({ password }, request) {
    const { store, sessions, limits, passwords, trustedBrowsers } = context;
    const { session, account } = await sessions.requireSession(request);
    const stored = await store.accountByUid(account.uid);
    const trustedBrowser = await trustedBrowsers.find(request, account.uid);
    await limits.countTrustedAddress(request);
    const counted = await limits.countAttempt(request, accountKey(account.email), trustedBrowser);
    const { matches } = await passwords.check(password, stored?.passwordHash ?? undefined);
    if (!matches) throw new CallError('invalid-credentials');
    await limits.countSuccess(account.uid);
    await limits.reset(counted);
    await sessions.markReauthenticated(session);
    return {};
  },
  /** Only the session meant; signing out twice is no error. */
  async logOut({ session }, _request, reply) {
    await context.sessions.end(reply, session);
    return {};
  },
  async whoAmI(_nothing, request) {
    return { account: (await context.sessions.findAccount(request)) ?? null };
  },
});

/** `trustedBrowser`: the token's hash if the account trusts the browser. */
interface Claimed {
  stored: StoredAccount | undefined;
  trustedBrowser: string | undefined;
}

/**
 * The caller has counted the address. Throws 'invalid-credentials', with equal work for an unknown e-mail,
 * and 'too-many-requests'.
 */
async function signInByPassword(
  context: AuthContext,
  { email, password }: LogIn,
  { stored, trustedBrowser }: Claimed,
  reply: FastifyReply,
): Promise<SignInReply> {
  const { store, limits, passwords } = context;
  const counted = await limits.countAttempt(reply.request, accountKey(email), trustedBrowser);
  const { matches, outdated } = await passwords.check(password, stored?.passwordHash ?? undefined);
  if (!stored?.passwordHash || !matches) throw new CallError('invalid-credentials');
  if (trustedBrowser !== undefined) await limits.countSuccess(stored.uid);
  await limits.reset(counted);
  const rehashed = outdated ? await passwords.hash(password) : undefined;
  // A password chosen during the hashing wins: this one must not replace it or sign in.
  if (rehashed !== undefined && !(await store.setPassword(stored.uid, rehashed, stored.passwordHash)))
    throw new CallError('invalid-credentials');
  const passwordHash = rehashed ?? stored.passwordHash;
  return finishSignIn(context, stored, reply, { passwordHash });
}

/** Undefined if the e-mail was taken meanwhile. */
async function create(
  context: AuthContext,
  registration: Registration,
  reply: FastifyReply,
): Promise<SignInReply | undefined> {
  const { store, now, passwords, mail } = context;
  const invitation = await admitted(context, registration);
  const account = newAccount(registration);
  const createdAt = isoTime(now());
  const passwordHash = await passwords.hash(registration.password);
  const stored = { ...account, emailKey: emailKey(registration.email), createdAt, passwordHash };
  const result = await store.register(stored, initialProfile(registration, createdAt), [], invitation);
  if (result === 'email-taken') return undefined;
  if (result === 'invitation-used') throw new CallError('invitation-needed');
  await rememberAttempt(context, account, registration);
  mail.sendVerification(account, reply);
  return finishSignIn(context, account, reply, { passwordHash });
}

function admitted(context: AuthContext, { invitation }: Registration) {
  return admit(context, hashIfSecret(invitation));
}

/** Without an attempt, or too late, a log-in still works. */
async function rememberAttempt({ store, now }: AuthContext, { uid }: Account, { attempt }: Registration) {
  if (attempt === undefined) return;
  const expiresAt = isoTime(now() + LIFETIMES.registrationRetry);
  const hash = attemptHash(attempt, uid);
  await store.putOneTimeToken({ kind: 'registration', hash, uid, body: '{}', expiresAt });
}

/** Per account: a form whose e-mail was corrected opens two with one attempt. */
export function attemptHash(attempt: Id, uid: Id): string {
  return hashOf(`${attempt} ${uid}`);
}

/** Throws 'email-taken' unless the same form sends its e-mail and password again. */
async function signInAgain(
  context: AuthContext,
  registration: Registration,
  reply: FastifyReply,
): Promise<SignInReply> {
  const { store, now } = context;
  const stored = await store.accountByEmail(emailKey(registration.email));
  const { attempt } = registration;
  if (!stored || attempt === undefined) throw await takenOrRefused(context, registration);
  const opened = await store.oneTimeToken('registration', attemptHash(attempt, stored.uid), isoTime(now()));
  if (!opened) throw await takenOrRefused(context, registration);
  const trustedBrowser = await context.trustedBrowsers.find(reply.request, stored.uid);
  const claimed = { stored, trustedBrowser };
  return signInByPassword(context, registration, claimed, reply).catch(async (error: unknown) => {
    const isWrong = error instanceof CallError && error.code === 'invalid-credentials';
    throw isWrong ? await takenOrRefused(context, registration) : error;
  });
}

/** Those who may not register learn only that, not who has an account. */
async function takenOrRefused(context: AuthContext, registration: Registration): Promise<unknown> {
  return admitted(context, registration).then(
    () => new CallError('email-taken'),
    (error: unknown) => error,
  );
}

function newAccount({ email }: Registration): Account {
  return { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email };
}
