import type { Remembered } from '#client/data/storage/remembered-account.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Environment } from './environment.ts';
import { CallFailed } from './port.ts';

/** A sign-out on its way. What is not done yet is remembered on the device, so that a closed page does it at its next start. */
export class Leaving {
  readonly #environment: Environment;
  readonly #remembered: Remembered;
  readonly #endSession: () => Promise<unknown>;
  /** Nothing of whoever signed out here is left on the device. */
  #hasWiped = false;

  /** In: how the session is ended; rejects with CallFailed. */
  constructor(environment: Environment, remembered: Remembered, endSession: () => Promise<unknown>) {
    this.#environment = environment;
    this.#remembered = remembered;
    this.#endSession = endSession;
  }

  /** From now on nobody is remembered as signed in. */
  begin(account: Account): void {
    this.#remembered.set('leaving', account);
    this.#remembered.set('account', undefined);
    this.#hasWiped = false;
  }

  noteWiped(): void {
    this.#hasWiped = true;
  }

  /** A sign-out that was cut short in the middle of its wiping is carried through at the next start. */
  async finishWiping(): Promise<void> {
    const leaving = this.#remembered.get('leaving');
    if (!leaving || this.#hasWiped) return;
    const { wipeAccount } = await import('#client/data/storage/wipe-account.ts');
    await wipeAccount(this.#environment, leaving);
    this.#hasWiped = true;
  }

  /** Before anything else is asked of the server, a session that the parent chose to end is ended. Rejects with CallFailed. */
  async finish(): Promise<void> {
    if (!this.#remembered.get('leaving')) return;
    await this.finishWiping();
    await this.#endSession().catch((error) => {
      const isOver = error instanceof CallFailed && error.code === 'not-signed-in';
      if (!isOver) throw error;
    });
    this.#remembered.set('leaving', undefined);
  }
}
