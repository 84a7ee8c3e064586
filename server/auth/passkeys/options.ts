import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { requestOptionsSchema } from '#domain/protocol/passkeys.ts';
import { CHALLENGE_MS, type Purpose } from './challenges.ts';
import { described } from './kept-passkey.ts';
import type { PasskeyGround } from './passkey-context.ts';
import { webAuthn } from './web-authn.ts';

/**
 * Asks for a passkey: of an account, or, where nobody is known yet, any that the browser has for this name. It must
 * verify its user, so that it stands for more than a thing somebody found.
 */
export async function askForPasskey(ground: PasskeyGround, purpose: Purpose, uid: Id | null) {
  const { store, challenges, party } = ground;
  const { id } = party();
  const credentials = uid === null ? [] : await store.credentialsOf(uid, 'passkey');
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: await challenges.issue(purpose, uid),
    allowCredentials: credentials.map(described),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  return { options: v.parse(requestOptionsSchema, options) };
}
