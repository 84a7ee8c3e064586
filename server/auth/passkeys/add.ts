import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Account } from '#domain/protocol/calls.ts';
import { creationOptionsSchema, type MadePasskey, MOST_PASSKEYS } from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Credential } from '../../store/sign-in-port.ts';
import { deviceName } from '../sessions/device-name.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { bodyOf, described } from './kept-passkey.ts';
import { passkeysOf } from './list.ts';
import type { PasskeyGround } from './passkey-context.ts';
import { webAuthn } from './web-authn.ts';

/** Ed25519, P-256 and RSA in COSE's numbers: what authenticators of today sign with. */
const ALGORITHMS = [-8, -7, -257];

/** Asks a browser to make a passkey, for somebody who proved a moment ago that the account is theirs. */
export function passkeyOptionsCall(app: FastifyInstance, ground: PasskeyGround): void {
  const { sessions, store } = ground;
  registerCall(app, 'passkeyOptions', async (_nothing, request) => {
    const { session, account } = await sessions.requireProven(request);
    const present = await store.credentialsOf(account.uid, 'passkey');
    if (present.length >= MOST_PASSKEYS) throw new CallError('passkey-limit');
    return { options: await creationOptions(ground, session, account, present) };
  });
}

async function creationOptions(
  { challenges, party }: PasskeyGround,
  session: string,
  { uid, email }: Account,
  present: readonly Credential[],
) {
  const { id } = party();
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Framme',
    rpID: id,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(uid)),
    challenge: await challenges.issue({ name: 'add', boundTo: session }, uid),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: present.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return v.parse(creationOptionsSchema, options);
}

/** Keeps the passkey that the browser made. Only the session that was asked for it can hand it in. */
export function addPasskeyCall(app: FastifyInstance, ground: PasskeyGround): void {
  const { sessions, store, challenges, mail, now } = ground;
  registerCall(app, 'addPasskey', async ({ response }, request, reply) => {
    const { session, account } = await sessions.requireSession(request);
    const { uid } = account;
    const challenge = await challenges.take(
      { name: 'add', boundTo: session },
      response.response.clientDataJSON,
    );
    const { credential, credentialBackedUp } = await judge(ground, response, challenge);
    const body = bodyOf({
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name: deviceName(request.headers['user-agent']),
      usedAt: null,
      synced: credentialBackedUp,
    });
    const added = { kind: 'passkey', key: credential.id, uid, body, createdAt: isoTime(now()) } as const;
    const result = await store.addCredential(added, { session, most: MOST_PASSKEYS });
    if (result === 'gone') throw await sessions.refusal(request);
    if (result === 'full') throw new CallError('passkey-limit');
    if (result === 'taken') throw new CallError('passkey-taken');
    mail.waysInChanged(account, request, reply);
    return passkeysOf(store, uid);
  });
}

/** Throws 'passkey-refused' where the library refuses, which it does by throwing. */
async function judge({ party }: PasskeyGround, response: MadePasskey, challenge: string) {
  const { id, origin } = party();
  const { verifyRegistrationResponse } = await webAuthn();
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
