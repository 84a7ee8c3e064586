import { CallFailed } from '#client/data/errors.ts';
import type { FrammeData } from '#client/data/port.ts';
import type { CallReply, SignInReply } from '#domain/protocol/calls.ts';
import type { PasskeyAssertion, PasskeyRegistration, Passkeys } from '#domain/protocol/passkeys.ts';

type CreationOptions = CallReply<'passkeyOptions'>['options'];
type RequestOptions = CallReply<'passkeySignInOptions'>['options'];

/** The reason why the browser did not create or use a passkey. */
export type WebAuthnFailure = 'cancelled' | 'late' | 'known-here' | 'unsupported' | 'failed';

export class WebAuthnError extends Error {
  override readonly name = 'WebAuthnError';
  readonly reason: WebAuthnFailure;

  constructor(reason: WebAuthnFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns why this page cannot use passkeys: they are bound to a domain name, never to an IP address, and old browsers lack them. */
export function passkeyObstacle(): 'address' | 'browser' | undefined {
  if (/^([\d.]+|\[.*\])$/.test(location.hostname)) return 'address';
  return 'PublicKeyCredential' in window ? undefined : 'browser';
}

/** Asks the browser to create a passkey. Rejects with WebAuthnError. */
async function createPasskey(options: CreationOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await loadLibrary();
  return withReason(options.timeout, () => startRegistration({ optionsJSON: options }));
}

/** Asks the browser to sign with a passkey that the parent chooses. Rejects with WebAuthnError. */
export async function signWithPasskey(options: RequestOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadLibrary();
  return withReason(options.timeout, () => startAuthentication({ optionsJSON: options }));
}

/** Loaded on demand: most visits use no passkey. */
function loadLibrary() {
  return import('@simplewebauthn/browser').catch(() => Promise.reject(new CallFailed('offline')));
}

/** Browsers report cancellation and timeout alike, for privacy; the elapsed time tells them apart. */
async function withReason<T>(timeout: number, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await run();
  } catch (error) {
    const isTimeout = performance.now() - begun > timeout - 1000;
    throw new WebAuthnError(failureOf(error, isTimeout));
  }
}

const REASONS: Partial<Record<string, WebAuthnFailure>> = {
  InvalidStateError: 'known-here',
  ConstraintError: 'unsupported',
  NotSupportedError: 'unsupported',
};

function failureOf(error: unknown, isTimeout: boolean): WebAuthnFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return isTimeout ? 'late' : 'cancelled';
  return REASONS[name] ?? 'failed';
}

// Each gets options from the server, has the browser answer them, and sends that to the server. All reject with CallFailed
// or WebAuthnError.

/** Signs in with a passkey alone. */
export async function signInWithPasskey(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.ask('passkeySignInOptions', {});
  return data.signIn('signInWithPasskey', { response: await signWithPasskey(options) });
}

/** Signs in with a passkey as the second factor. */
export async function passSecondFactor(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.ask('secondFactorOptions', {});
  return data.signIn('secondFactor', { response: await signWithPasskey(options) });
}

/** Re-authenticates the account's owner with a passkey. */
export async function reauthenticateByPasskey(data: FrammeData): Promise<void> {
  const { options } = await data.ask('passkeyReauthenticationOptions', {});
  await data.ask('reauthenticateByPasskey', { response: await signWithPasskey(options) });
}

/** Creates a passkey on this device or on another one at hand, and registers it. */
export async function addPasskey(data: FrammeData): Promise<Passkeys> {
  const { options } = await data.ask('passkeyOptions', {});
  return data.ask('addPasskey', { response: await createPasskey(options) });
}
