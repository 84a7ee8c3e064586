import type { DeviceStorage } from '#client/data/environment.ts';
import type { LastSignInMethod } from '#client/data/port.ts';
import type { CallName } from '#domain/protocol/calls.ts';

const KEY = 'framme.signed-in-by';

/** The method of the last sign-in on this device, which the sheet asks for if the session ends elsewhere. */
export class LastSignIn {
  readonly #storage: DeviceStorage | undefined;

  constructor(storage: DeviceStorage | undefined) {
    this.#storage = storage;
  }

  read(): LastSignInMethod | undefined {
    try {
      return (this.#storage?.getItem(KEY) ?? undefined) as LastSignInMethod | undefined;
    } catch {
      return undefined;
    }
  }

  /** Notes a call that signs in, or that leaves the page for a provider. Without storage nothing is noted. */
  note(name: CallName, request: unknown): void {
    const { provider } = Object(request);
    if (name === 'startProvider') this.#write(provider as LastSignInMethod);
    else if (name === 'signInWithPasskey') this.#write('passkey');
    else if (name === 'logIn' || name === 'register') this.clear();
  }

  clear(): void {
    try {
      this.#storage?.removeItem(KEY);
    } catch {}
  }

  #write(method: LastSignInMethod): void {
    try {
      this.#storage?.setItem(KEY, method);
    } catch {}
  }
}
