import type { FrammeData } from '#client/data/port.ts';
import type { SignInReply } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { createPasskey, signWithPasskey } from './webauthn.ts';

// Each gets options from the server, has the browser answer them, and sends that to the server. All reject with CallFailed
// or WebAuthnError.

/** Signs in with a passkey alone. */
export async function signInWithPasskey(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.ask('passkeySignInOptions', {});
  return data.signIn('signInWithPasskey', { response: await signWithPasskey(options) });
}

/** Signs in with a passkey as the second factor. */
export async function passSecondFactor(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.ask('secondStepOptions', {});
  return data.signIn('secondStep', { response: await signWithPasskey(options) });
}

/** Re-authenticates the account's owner with a passkey. */
export async function reauthenticateByPasskey(data: FrammeData): Promise<void> {
  const { options } = await data.ask('passkeyProofOptions', {});
  await data.ask('reauthenticateByPasskey', { response: await signWithPasskey(options) });
}

/** Creates a passkey on this device or on another one at hand, and registers it. */
export async function addPasskey(data: FrammeData): Promise<Passkeys> {
  const { options } = await data.ask('passkeyOptions', {});
  return data.ask('addPasskey', { response: await createPasskey(options) });
}
