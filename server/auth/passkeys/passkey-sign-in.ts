import { randomBytes } from 'node:crypto';
import type { VerifiedAuthenticationResponse, WebAuthnCredential } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Id, makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { type PasskeyAssertion, requestOptionsSchema } from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type {
  Credential,
  CredentialName,
  CredentialStore,
  PresentedCredential,
} from '../../store/ports/store.ts';
import { startSession } from '../core/finish-sign-in.ts';
import { createCookie } from '../core/sessions/browser-tokens.ts';
import { hashIfSecret, hashOf, newSecret } from '../core/sessions/secret.ts';
import { type ChallengePurpose, loadWebAuthn, type PasskeyContext } from './passkey-context.ts';
import { parsePasskey, serializePasskey, toDescriptor } from './stored-passkey.ts';

export function passkeySignInHandlers(context: PasskeyContext): Handlers {
  return {
    ...signInHandlers(context),
    ...secondFactorHandlers(context),
    ...recoveryCodeHandlers(context),
  };
}

/**
 * Options are the same for everybody and reveal no account. User verification makes the passkey both factors.
 */
function signInHandlers(context: PasskeyContext): Handlers {
  const { store, sessions, limits, config } = context;
  const cookie = createCookie(config, 'framme-passkey');
  return {
    async passkeySignInOptions(_nothing, request, reply) {
      await limits.countAddress(request);
      const secret = newSecret();
      const options = await createRequestOptions(context, { name: 'sign-in', boundTo: hashOf(secret) }, null);
      cookie.set(reply, secret, LIFETIMES.passkeyChallenge);
      return options;
    },
    async signInWithPasskey({ response }, request, reply) {
      await limits.countAddress(request);
      const boundTo = hashIfSecret(cookie.read(request));
      if (boundTo === undefined) throw new CallError('passkey-late');
      const purpose = { name: 'sign-in', boundTo } as const;
      const { uid, credential } = await verifyPasskey(context, request, { response, purpose });
      const account = await store.accountByUid(uid);
      const presented = { passkey: true, credential } as const;
      const signedIn = account && (await startSession(context, account, reply, presented));
      if (!signedIn) throw new CallError('passkey-refused');
      cookie.clear(reply);
      return signedIn;
    },
    async passkeyReauthenticationOptions(_nothing, request) {
      const { session, account } = await sessions.requireSession(request);
      return createRequestOptions(context, { name: 'prove', boundTo: session }, account.uid);
    },
    async reauthenticateByPasskey({ response }, request) {
      const { session, account } = await sessions.requireSession(request);
      const purpose = { name: 'prove', boundTo: session } as const;
      await verifyPasskey(context, request, { response, purpose, owner: account.uid });
      await sessions.markReauthenticated(session);
      return {};
    },
  };
}

function secondFactorHandlers(context: PasskeyContext): Handlers {
  const { store, pendingSecondFactors, events } = context;
  return {
    async pendingSecondFactor(_nothing, request) {
      const pending = await pendingSecondFactors.find(request);
      if (!pending) return { pending: null };
      const [passkeys, codes] = await Promise.all([
        store.credentialsOf(pending.uid, 'passkey'),
        store.credentialsOf(pending.uid, 'recovery-code'),
      ]);
      return { pending: { passkey: passkeys.length > 0, code: codes.length > 0 } };
    },
    async secondFactorOptions(_nothing, request) {
      const { uid, hash } = await pendingSecondFactors.require(request);
      return createRequestOptions(context, { name: 'second-step', boundTo: hash }, uid);
    },
    async secondFactor({ response }, request, reply) {
      const pending = await pendingSecondFactors.countAttempt(request);
      events.about(request, pending.uid);
      const { uid, hash } = pending;
      const purpose = { name: 'second-step', boundTo: hash } as const;
      const { credential } = await verifyPasskey(context, request, { response, purpose, owner: uid });
      return finishSecondFactor(context, pending, reply, { credential });
    },
    async secondFactorByCode({ code }, request, reply) {
      const pending = await pendingSecondFactors.countAttempt(request);
      events.about(request, pending.uid);
      const credential = await findRecoveryCode(store, pending.uid, code);
      if (!credential) throw new CallError('code-refused');
      // Used up with the pending second factor, so only one of many concurrent codes works.
      const signedIn = await finishSecondFactor(context, pending, reply, { credential });
      return { ...signedIn, codesLeft: (await store.credentialsOf(pending.uid, 'recovery-code')).length };
    },
    async leaveSecondFactor(_nothing, _request, reply) {
      await pendingSecondFactors.cancel(reply);
      return {};
    },
  };
}

/** One of two concurrent requests throws 'second-factor-over'. */
async function finishSecondFactor(
  context: PasskeyContext,
  { uid, hash }: { uid: Id; hash: string },
  reply: FastifyReply,
  presented: Pick<PresentedCredential, 'credential'>,
): Promise<{ account: Account }> {
  const account = await context.store.accountByUid(uid);
  const factors = { ...presented, passkey: true, pendingSecondFactor: hash } as const;
  const signedIn = account && (await startSession(context, account, reply, factors));
  if (!signedIn) throw new CallError('second-factor-over');
  context.pendingSecondFactors.clearCookie(reply);
  return signedIn;
}

const CODE_COUNT = 10;
/** 80 bits: too many to brute-force, so a fast hash is enough. */
const CODE_BYTES = 10;

const recoveryCodeHandlers = ({ store, sessions, mail, now }: PasskeyContext): Handlers => ({
  /** Shown only this once. */
  async renewRecoveryCodes(_nothing, request, reply) {
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const codes = Array.from({ length: CODE_COUNT }, () => makeId(randomBytes(CODE_BYTES)));
    const common = { kind: 'recovery-code', uid, body: '{}', createdAt: isoTime(now()) } as const;
    const keys = codes.map((code) => ({ ...common, key: keyOf(uid, code) }));
    if (!(await store.replaceCredentials(uid, 'recovery-code', keys, session)))
      throw await sessions.signedOutError(request);
    mail.sendNotice('signInMethodsChanged', account, reply);
    return { codes: codes.map(formatCode) };
  },
});

/** Used up by the session that it opens. */
async function findRecoveryCode(
  store: CredentialStore,
  uid: Id,
  code: string,
): Promise<CredentialName | undefined> {
  const name = { kind: 'recovery-code', key: keyOf(uid, code) } as const;
  return (await store.credential(name.kind, name.key)) && name;
}

function keyOf(uid: Id, code: string): string {
  return hashOf(`${uid} ${code}`);
}

function formatCode(code: string): string {
  return code.toUpperCase().replace(/.{4}(?=.)/g, '$&-');
}

/** Any passkey of this domain if `uid` is null. Verifies the user: having the device is not enough. */
async function createRequestOptions(context: PasskeyContext, purpose: ChallengePurpose, uid: Id | null) {
  const { store, challenges, relyingParty } = context;
  const { id } = relyingParty();
  const credentials = uid === null ? [] : await store.credentialsOf(uid, 'passkey');
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: await challenges.issue(purpose, uid),
    allowCredentials: credentials.map(toDescriptor),
    timeout: LIFETIMES.passkeyChallenge,
    userVerification: 'required',
  });
  return { options: v.parse(requestOptionsSchema, options) };
}

/** If the stored passkey changes meanwhile (optimistic locking). */
const MAX_ATTEMPTS = 5;

/**
 * `owner`: if known. Throws 'passkey-late', 'passkey-copied', and 'passkey-refused' alike for unknown or
 * others' passkeys, wrong signatures, origins or relying parties.
 */
async function verifyPasskey(
  context: PasskeyContext,
  request: FastifyRequest,
  { response, purpose, owner }: { response: PasskeyAssertion; purpose: ChallengePurpose; owner?: Id },
): Promise<{ uid: Id; credential: CredentialName }> {
  const { store, challenges, now, log, events } = context;
  const challenge = await challenges.consume(purpose, response.response.clientDataJSON);
  for (let round = 0; round < MAX_ATTEMPTS; round += 1) {
    const credential = await store.credential('passkey', response.id);
    if (!credential || !isOwnedBy(credential, response, owner)) break;
    const used = await verifyResponse(context, response, challenge, credential);
    if (!used?.verified) break;
    const { newCounter: counter, credentialBackedUp: synced, credentialDeviceType } = used.authenticationInfo;
    const stored = parsePasskey(credential);
    const { canSync = credentialDeviceType === 'multiDevice' } = stored;
    const isBehind = counter <= stored.counter && stored.counter > 0;
    // A thief who copied a device's key can set the flag, but not the stored value.
    if (isBehind && !(synced && canSync)) {
      events.about(request, credential.uid);
      throw new CallError('passkey-copied');
    }
    const updated = { ...stored, counter, synced, canSync, usedAt: isoTime(now()) };
    // Detects cloned keys: the second of two equal counters finds it changed.
    const { uid, kind, key, body } = credential;
    if (!(await store.updateCredential(kind, key, body, serializePasskey(updated)))) continue;
    if (isBehind) log.info({ request: request.id }, 'the counter of a synced passkey went back');
    return { uid, credential: { kind, key } };
  }
  throw new CallError('passkey-refused');
}

/** The user handle is the account's id, without personal data. */
function isOwnedBy({ uid }: Credential, { response }: PasskeyAssertion, owner = uid): boolean {
  const { userHandle } = response;
  return uid === owner && (userHandle === undefined || userHandle === Buffer.from(uid).toString('base64url'));
}

/** Undefined if refused, which the library does by throwing. */
async function verifyResponse(
  context: PasskeyContext,
  response: PasskeyAssertion,
  challenge: string,
  credential: Credential,
): Promise<VerifiedAuthenticationResponse | undefined> {
  const { id, origin } = context.relyingParty();
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  return verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: toWebAuthnCredential(credential),
    requireUserVerification: true,
  }).catch(() => undefined);
}

function toWebAuthnCredential(credential: Credential): WebAuthnCredential {
  const { publicKey, transports } = parsePasskey(credential);
  const key = new Uint8Array(Buffer.from(publicKey, 'base64url'));
  // `verifyPasskey` checks the counter: the library would refuse a synced passkey by it.
  return { id: credential.key, publicKey: key, counter: 0, transports };
}
