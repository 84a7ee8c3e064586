import type { StoredSession } from '#client/data/storage/stored-session.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Environment } from './environment.ts';
import { hasCode } from './errors.ts';

/** A sign-out in progress. It is stored until it is complete, so that the next start can finish it. */
export class SignOut {
  readonly #environment: Environment;
  readonly #storedSession: StoredSession;
  readonly #endSession: () => Promise<unknown>;
  /** True once the local data of the signed-out account is deleted. */
  #isWiped = false;

  /** `endSession` ends the session on the server; it rejects with CallFailed. */
  constructor(environment: Environment, storedSession: StoredSession, endSession: () => Promise<unknown>) {
    this.#environment = environment;
    this.#storedSession = storedSession;
    this.#endSession = endSession;
  }

  /** Signs the account out on this device; wiping and the server follow. */
  begin(account: Account): void {
    this.#storedSession.set('signingOut', account);
    this.#storedSession.set('account', undefined);
    this.#isWiped = false;
  }

  markWiped(): void {
    this.#isWiped = true;
  }

  /** Completes the wipe of an interrupted sign-out. */
  async finishWiping(): Promise<void> {
    const account = this.#storedSession.get('signingOut');
    if (!account || this.#isWiped) return;
    const { wipeAccount } = await import('#client/data/storage/wipe-account.ts');
    await wipeAccount(this.#environment, account);
    this.#isWiped = true;
  }

  /** Ends the session on the server, which must happen before any other call. Rejects with CallFailed. */
  async finish(): Promise<void> {
    if (!this.#storedSession.get('signingOut')) return;
    await this.finishWiping();
    await this.#endSession().catch((error) => {
      if (!hasCode(error, 'not-signed-in')) throw error;
    });
    this.#storedSession.set('signingOut', undefined);
  }
}
