import type { FrammeData } from '#client/data/port.ts';
import type { SignInReply } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { makePasskey, signWithPasskey } from './webauthn.ts';

// Each asks the server, then the browser, then the server. All reject with CallFailed or CeremonyFailed.

/** Signs in with a passkey and nothing else. */
export async function signInWithPasskey(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.ask('passkeySignInOptions', {});
  return data.signIn('signInWithPasskey', { response: await signWithPasskey(options) });
}

/** Takes the second step of a sign-in. */
export async function takeSecondStep(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.ask('secondStepOptions', {});
  return data.signIn('secondStep', { response: await signWithPasskey(options) });
}

/** Proves anew that the account is theirs. */
export async function proveByPasskey(data: FrammeData): Promise<void> {
  const { options } = await data.ask('passkeyProofOptions', {});
  await data.ask('proveByPasskey', { response: await signWithPasskey(options) });
}

/** Makes a passkey on this device, or on one that is at hand. */
export async function addPasskey(data: FrammeData): Promise<Passkeys> {
  const { options } = await data.ask('passkeyOptions', {});
  return data.ask('addPasskey', { response: await makePasskey(options) });
}
