import { CallFailed, WebAuthnError } from '#client/data/errors.ts';
import type { FrammeData } from '#client/data/port.ts';
import type { Texts } from '#client/translations/translations.ts';
import type { CallReply, SignInReply } from '#domain/protocol/calls.ts';
import type { PasskeyAssertion, PasskeyRegistration, Passkeys } from '#domain/protocol/passkeys.ts';

type CreationOptions = CallReply<'passkeyOptions'>['options'];
type RequestOptions = CallReply<'passkeySignInOptions'>['options'];

/** Passkeys are bound to a domain name, never an IP address; old browsers lack them. */
export function passkeyObstacle(): 'address' | 'browser' | undefined {
  if (/^([\d.]+|\[.*\])$/.test(location.hostname)) return 'address';
  return 'PublicKeyCredential' in window ? undefined : 'browser';
}

async function createPasskey(options: CreationOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await loadLibrary();
  return withReason(options.timeout, () => startRegistration({ optionsJSON: options }));
}

/** Rejects with WebAuthnError. */
export async function signWithPasskey(options: RequestOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadLibrary();
  return withReason(options.timeout, () => startAuthentication({ optionsJSON: options }));
}

/** Loaded on demand: most visits use no passkey. */
function loadLibrary() {
  return import('@simplewebauthn/browser').catch(() => Promise.reject(new CallFailed('offline')));
}

/** Browsers report cancellation and timeout alike, for privacy; the elapsed time distinguishes them. */
async function withReason<T>(timeout: number, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await run();
  } catch (error) {
    const isTimeout = performance.now() - begun > timeout - 1000;
    throw new WebAuthnError(failureOf(error, isTimeout));
  }
}

const REASONS: Partial<Record<string, WebAuthnError['reason']>> = {
  InvalidStateError: 'known-here',
  ConstraintError: 'unsupported',
  NotSupportedError: 'unsupported',
};

function failureOf(error: unknown, isTimeout: boolean): WebAuthnError['reason'] {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return isTimeout ? 'late' : 'cancelled';
  return REASONS[name] ?? 'failed';
}

// All reject with CallFailed or WebAuthnError.

export async function signInWithPasskey(data: FrammeData): Promise<SignInReply> {
  const { options } = await data.call('passkeySignInOptions', {});
  return data.signIn('signInWithPasskey', { response: await signWithPasskey(options) });
}

export async function addPasskey(data: FrammeData): Promise<Passkeys> {
  const { options } = await data.call('passkeyOptions', {});
  return data.call('addPasskey', { response: await createPasskey(options) });
}

/** By the server's error code, or the browser's reason. */
export function passkeyTexts({ passkeys: { failures, obstacles } }: Texts<'public'>) {
  return {
    ...failures,
    'no-passkeys-here': obstacles.address,
    late: failures['passkey-late'],
    'known-here': failures['passkey-taken'],
  };
}

/** Survives a reload, and the server's redirects can lead to it. */
export const SECOND_FACTOR_PATH = '/login?step=passkey';
