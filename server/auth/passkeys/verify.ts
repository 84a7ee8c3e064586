import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { type PasskeyAssertion, requestOptionsSchema } from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { LIFETIMES } from '../../limits.ts';
import type { Credential, CredentialName } from '../../store/ports/store.ts';
import type { ChallengePurpose } from './challenges.ts';
import { loadWebAuthn, type PasskeyContext } from './passkey-context.ts';
import { parsePasskey, serializePasskey, toDescriptor, toWebAuthnCredential } from './stored-passkey.ts';

/**
 * Creates the options for using a passkey of an account, or any passkey of this domain if `uid` is null. User verification
 * is required, so that possession of the device alone is not enough.
 */
export async function createRequestOptions(
  context: PasskeyContext,
  purpose: ChallengePurpose,
  uid: Id | null,
) {
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

/** Attempts if the stored passkey is changed meanwhile (optimistic locking). */
const MAX_ATTEMPTS = 5;

/**
 * Verifies a passkey's response and records its use. `owner` is the account that it must belong to, if known. Returns the
 * account and the credential. Throws 'passkey-late'; 'passkey-refused' alike for an unknown passkey, another account's, and a
 * wrong signature, origin or relying party; and 'passkey-copied'.
 */
export async function verifyPasskey(
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
    // A thief who copied one device's key can set the flag, but not change what was stored.
    if (isBehind && !(synced && canSync)) {
      events.about(request, credential.uid);
      throw new CallError('passkey-copied');
    }
    const updated = { ...stored, counter, synced, canSync, usedAt: isoTime(now()) };
    // Detects cloned keys: of two responses with the same counter the second finds it changed.
    const { uid, kind, key, body } = credential;
    if (!(await store.updateCredential(kind, key, body, serializePasskey(updated)))) continue;
    if (isBehind) log.info({ request: request.id }, 'the counter of a synced passkey went back');
    return { uid, credential: { kind, key } };
  }
  throw new CallError('passkey-refused');
}

/** The user handle that authenticators store is the account's id, without personal data. */
function isOwnedBy({ uid }: Credential, { response }: PasskeyAssertion, owner = uid): boolean {
  const { userHandle } = response;
  return uid === owner && (userHandle === undefined || userHandle === Buffer.from(uid).toString('base64url'));
}

/** Returns undefined if the library refuses the response, which it does by throwing. */
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
