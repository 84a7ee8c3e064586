import * as v from 'valibot';
import { MAX_PASSKEYS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { creationOptionsSchema, type PasskeyRegistration } from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { LIFETIMES } from '../../limits.ts';
import type { Credential } from '../../store/ports/store.ts';
import { deviceName } from '../core/sessions/device-name.ts';
import { listPasskeys } from './list.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { loadWebAuthn } from './passkey-context.ts';
import { serializePasskey, toDescriptor } from './stored-passkey.ts';

/** COSE algorithm identifiers of Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

export const addPasskeyCalls = (context: PasskeyContext): Handlers => ({
  /** Returns the options for creating a passkey. Requires a recent authentication. */
  async passkeyOptions(_nothing, request) {
    const { sessions, store } = context;
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const present = await store.credentialsOf(account.uid, 'passkey');
    if (present.length >= MAX_PASSKEYS) throw new CallError('passkey-limit');
    return { options: await creationOptions(context, session, account, present) };
  },
  /** Stores a created passkey. Only the session that requested the options can add it. */
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

/** Throws 'passkey-refused' if the library refuses the response, which it does by throwing. */
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
