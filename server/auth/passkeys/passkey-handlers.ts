import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { MAX_PASSKEYS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import {
  creationOptionsSchema,
  type Passkey,
  type PasskeyRegistration,
  type Passkeys,
} from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { Credential, SignInMethods } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { deviceName } from '../core/sessions/device-name.ts';
import { requireSignInMethodLeft } from '../core/sign-in-methods.ts';
import { createPasskeyContext, loadWebAuthn, type PasskeyContext } from './passkey-context.ts';
import { passkeySignInHandlers } from './passkey-sign-in.ts';
import { parsePasskey, serializePasskey, toDescriptor } from './stored-passkey.ts';

export function passkeyHandlers(app: FastifyInstance, auth: AuthContext): Handlers {
  const context = createPasskeyContext(app, auth);
  return {
    ...passkeyListHandlers(context),
    ...addPasskeyHandlers(context),
    ...passkeySignInHandlers(context),
  };
}

const passkeyListHandlers = (context: PasskeyContext): Handlers => ({
  async listPasskeys(_nothing, request) {
    const { uid } = await context.sessions.requireAccount(request);
    return listPasskeys(context.store, uid);
  },
  /** Another account's passkey is 'not-found' too. Retries if a use writes the body meanwhile. */
  async renamePasskey({ id, name }, request) {
    const { store, sessions } = context;
    const { uid } = await sessions.requireAccount(request);
    let isRenamed = false;
    while (!isRenamed) {
      const found = await store.credential('passkey', id);
      if (found?.uid !== uid) throw new CallError('not-found');
      const renamed = serializePasskey({ ...parsePasskey(found), name });
      isRenamed = await store.updateCredential('passkey', id, found.body, renamed);
    }
    return listPasskeys(store, uid);
  },
  /** Throws 'passkey-needed' and 'last-sign-in-method'. */
  async removePasskey({ id }, request, reply) {
    const { store, sessions, mail } = context;
    const { account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    if (!(await store.removeCredentials(uid, 'passkey', [id], refuseLast))) throw new CallError('not-found');
    mail.sendNotice('passkeyRemoved', account, reply);
    return listPasskeys(store, uid);
  },
  /** Turning it on takes a passkey and codes, so that nobody is locked out, and signs out other devices. */
  async requirePasskey({ required }, request, reply) {
    const { store, sessions, mail, now } = context;
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const { passkeys, codesLeft, required: wasRequired } = await listPasskeys(store, uid);
    if (required && passkeys.length === 0) throw new CallError('passkey-needed');
    if (required && !wasRequired) await requireVerifiedEmail(context, uid);
    if (required && codesLeft === 0) throw new CallError('codes-needed');
    if (!(await store.requirePasskey(uid, required ? isoTime(now()) : null)))
      throw new CallError('passkey-needed');
    // A session from a guessed password alone could turn it off again.
    if (required && !wasRequired) await sessions.endSessionsOf(uid, { allBut: session });
    if (required !== wasRequired) {
      const notice = required ? 'passkeyRequired' : 'passkeyNotRequired';
      mail.sendNotice(notice, account, reply);
    }
    return listPasskeys(store, uid);
  },
});

async function listPasskeys(store: Dependencies['store'], uid: Id): Promise<Passkeys> {
  const [account, passkeys, codes] = await Promise.all([
    store.accountByUid(uid),
    store.credentialsOf(uid, 'passkey'),
    store.credentialsOf(uid, 'recovery-code'),
  ]);
  const required = account?.passkeyRequiredAt != null;
  return { passkeys: passkeys.map(toPasskey), required, codesLeft: codes.length };
}

function toPasskey(credential: Credential): Passkey {
  const { name, usedAt, synced } = parsePasskey(credential);
  return { id: credential.key, name, createdAt: credential.createdAt, usedAt, synced };
}

function refuseLast(left: SignInMethods): void {
  if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');
  requireSignInMethodLeft(left);
}

/**
 * Throws 'email-unverified': mail recovery skips no passkey, so a stranger's would lock the address's owner
 * out (account pre-hijacking).
 */
async function requireVerifiedEmail({ store, mail }: PasskeyContext, uid: Id): Promise<void> {
  if (!mail.isEnabled) return;
  const account = await store.accountByUid(uid);
  if (account?.emailVerifiedAt === null) throw new CallError('email-unverified');
}

/** COSE identifiers of Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const addPasskeyHandlers = (context: PasskeyContext): Handlers => ({
  async passkeyOptions(_nothing, request) {
    const { sessions, store } = context;
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const present = await store.credentialsOf(account.uid, 'passkey');
    if (present.length >= MAX_PASSKEYS) throw new CallError('passkey-limit');
    return { options: await creationOptions(context, session, account, present) };
  },
  /** Only the session that requested the options can add it. */
  async addPasskey({ response }, request, reply) {
    const { sessions, store, challenges, mail, now } = context;
    const { session, account } = await sessions.requireSession(request);
    const { uid } = account;
    const challenge = await challenges.consume(
      { name: 'add', boundTo: session },
      response.response.clientDataJSON,
    );
    const created = await verifyRegistration(context, response, challenge);
    const { credential, credentialBackedUp, credentialDeviceType } = created;
    const body = serializePasskey({
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name: deviceName(request.headers['user-agent']),
      usedAt: null,
      synced: credentialBackedUp,
      canSync: credentialDeviceType === 'multiDevice',
    });
    const added = { kind: 'passkey', key: credential.id, uid, body, createdAt: isoTime(now()) } as const;
    const result = await store.addCredential(added, { session, max: MAX_PASSKEYS });
    if (result === 'no-account') throw await sessions.signedOutError(request);
    if (result === 'limit-reached') throw new CallError('passkey-limit');
    if (result === 'taken') throw new CallError('passkey-taken');
    mail.sendNotice('signInMethodsChanged', account, reply);
    return listPasskeys(store, uid);
  },
});

async function creationOptions(
  { challenges, relyingParty }: PasskeyContext,
  session: string,
  { uid, email }: Account,
  present: readonly Credential[],
) {
  const { id } = relyingParty();
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Framme',
    rpID: id,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(uid)),
    challenge: await challenges.issue({ name: 'add', boundTo: session }, uid),
    timeout: LIFETIMES.passkeyChallenge,
    attestationType: 'none',
    excludeCredentials: present.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return v.parse(creationOptionsSchema, options);
}

/** Throws 'passkey-refused'; the library refuses by throwing. */
async function verifyRegistration(
  { relyingParty }: PasskeyContext,
  response: PasskeyRegistration,
  challenge: string,
) {
  const { id, origin } = relyingParty();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) throw new CallError('passkey-refused');
  return verified.registrationInfo;
}
