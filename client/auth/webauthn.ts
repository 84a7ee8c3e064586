import { CallFailed } from '#client/data/port.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import type { MadePasskey, UsedPasskey } from '#domain/protocol/passkeys.ts';

type CreationOptions = CallReply<'passkeyOptions'>['options'];
type RequestOptions = CallReply<'passkeySignInOptions'>['options'];

/** Why the browser made or used no passkey. */
export type CeremonyTrouble = 'cancelled' | 'late' | 'known-here' | 'unsupported' | 'failed';

export class CeremonyFailed extends Error {
  override readonly name = 'CeremonyFailed';
  readonly trouble: CeremonyTrouble;

  constructor(trouble: CeremonyTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** Why no passkey works on this page: it is bound to a name, never to an IP address, and old browsers know none. */
export function passkeyObstacle(): 'address' | 'browser' | undefined {
  if (/^([\d.]+|\[.*\])$/.test(location.hostname)) return 'address';
  return 'PublicKeyCredential' in window ? undefined : 'browser';
}

/** Has the browser make a passkey. Rejects with CeremonyFailed. */
export async function makePasskey(options: CreationOptions): Promise<MadePasskey> {
  const { startRegistration } = await library();
  return told(options.timeout, () => startRegistration({ optionsJSON: options }));
}

/** Has the browser sign with a passkey that the parent chooses. Rejects with CeremonyFailed. */
export async function signWithPasskey(options: RequestOptions): Promise<UsedPasskey> {
  const { startAuthentication } = await library();
  return told(options.timeout, () => startAuthentication({ optionsJSON: options }));
}

/** Nobody loads it who does not use a passkey. */
function library() {
  return import('@simplewebauthn/browser').catch(() => Promise.reject(new CallFailed('offline')));
}

/** A browser says the same of a refusal and of a time that ran out, so that nobody learns which; the clock tells. */
async function told<T>(timeout: number, ceremony: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await ceremony();
  } catch (error) {
    const ranOut = performance.now() - begun > timeout - 1000;
    throw new CeremonyFailed(troubleOf(error, ranOut));
  }
}

function troubleOf(error: unknown, ranOut: boolean): CeremonyTrouble {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return ranOut ? 'late' : 'cancelled';
    case 'InvalidStateError':
      return 'known-here';
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'unsupported';
    default:
      return 'failed';
  }
}
