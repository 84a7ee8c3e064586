import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { Id } from '#domain/ids.ts';
import type { UsedPasskey } from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Credential, CredentialName } from '../../store/sign-in-port.ts';
import type { Purpose } from './challenges.ts';
import { bodyOf, keptIn, verifiable } from './kept-passkey.ts';
import type { PasskeyGround } from './passkey-context.ts';
import { webAuthn } from './web-authn.ts';

/** How often it is judged anew when somebody else changed the passkey meanwhile. */
const ROUNDS = 5;

/**
 * Judges what was signed with a passkey, and notes its use. In: what the challenge was for, and whose passkey it must be
 * where that is known. Out: whose it is, and which. Throws 'passkey-late'; and 'passkey-refused' alike for an unknown passkey,
 * another account's, and whatever does not fit: signature, origin, name, a counter that ran backwards.
 */
export async function verifyPasskey(
  ground: PasskeyGround,
  response: UsedPasskey,
  purpose: Purpose,
  owner?: Id,
): Promise<{ uid: Id; credential: CredentialName }> {
  const { store, challenges, now } = ground;
  const challenge = await challenges.take(purpose, response.response.clientDataJSON);
  for (let round = 0; round < ROUNDS; round += 1) {
    const credential = await store.credential('passkey', response.id);
    if (!credential || !isOwned(credential, response, owner)) break;
    const used = await judge(ground, response, challenge, credential);
    if (!used?.verified) break;
    const { newCounter, credentialBackedUp } = used.authenticationInfo;
    const kept = {
      ...keptIn(credential),
      counter: newCounter,
      synced: credentialBackedUp,
      usedAt: isoTime(now()),
    };
    // Of two that signed with copies of one key and the same count, the second finds the counter moved.
    const { uid, kind, key, body } = credential;
    if (await store.updateCredential(kind, key, body, bodyOf(kept)))
      return { uid, credential: { kind, key } };
  }
  throw new CallError('passkey-refused');
}

function isOwned({ uid }: Credential, { response: { userHandle } }: UsedPasskey, owner = uid): boolean {
  return uid === owner && (userHandle === undefined || userHandle === handleOf(uid));
}

/** What authenticators keep of the account: its id, which tells nothing of the parent. */
function handleOf(uid: Id): string {
  return Buffer.from(uid).toString('base64url');
}

/** Undefined where the library refuses, which it does by throwing. */
async function judge(
  ground: PasskeyGround,
  response: UsedPasskey,
  challenge: string,
  credential: Credential,
): Promise<VerifiedAuthenticationResponse | undefined> {
  const { id, origin } = ground.party();
  const { verifyAuthenticationResponse } = await webAuthn();
  return verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: verifiable(credential),
    requireUserVerification: true,
  }).catch(() => undefined);
}
