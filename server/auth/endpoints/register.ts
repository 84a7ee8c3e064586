import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import type { Account, Registration, SignInReply } from '#domain/protocol/calls.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import { emailKey } from '../../email-key.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { LIFETIMES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { admit } from '../core/admission.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { hashIfSecret, hashOf } from '../core/sessions/secret.ts';
import { signInByPassword } from './log-in.ts';

/**
 * Creates account, household and profile in one transaction and signs in. If the same form sends the same registration
 * again, it signs in: the reply was lost. Otherwise an e-mail that is taken is refused.
 */
export const registerAccountCalls = (context: AuthContext): Handlers => ({
  async register(registration, request, reply) {
    await context.limits.countAddress(request);
    const isTaken = await context.store.accountByEmail(emailKey(registration.email));
    const created = isTaken ? undefined : await create(context, registration, reply);
    return created ?? signInAgain(context, registration, reply);
  },
});

/** Returns undefined if the e-mail was taken meanwhile. */
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

/** Returns what the registration uses up. Throws 'invitation-needed', 'registration-closed'. */
function admitted(context: AuthContext, { invitation }: Registration) {
  return admit(context, hashIfSecret(invitation));
}

/** A registration without an attempt, or repeated too late, can still be followed by a log-in. */
async function rememberAttempt({ store, now }: AuthContext, { uid }: Account, { attempt }: Registration) {
  if (attempt === undefined) return;
  const expiresAt = isoTime(now() + LIFETIMES.registrationRetry);
  const hash = attemptHash(attempt, uid);
  await store.putOneTimeToken({ kind: 'registration', hash, uid, body: '{}', expiresAt });
}

/** The hash of an attempt at one account: a form whose e-mail was corrected opens two with the same attempt. */
export function attemptHash(attempt: Id, uid: Id): string {
  return hashOf(`${attempt} ${uid}`);
}

/** Throws 'email-taken' unless the form that opened the account sends its e-mail and password again, as a log-in. */
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

/** 'email-taken'; to those who may not register, only that: they learn nothing of who has an account. */
async function takenOrRefused(context: AuthContext, registration: Registration): Promise<unknown> {
  return admitted(context, registration).then(
    () => new CallError('email-taken'),
    (error: unknown) => error,
  );
}

function newAccount({ email }: Registration): Account {
  return { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email };
}
