import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { requestOptionsSchema } from '#domain/protocol/passkeys.ts';
import { CHALLENGE_MS, type ChallengePurpose } from './challenges.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { toDescriptor } from './stored-passkey.ts';

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
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  return { options: v.parse(requestOptionsSchema, options) };
}
