import type { Environment } from '#client/data/environment.ts';
import { hasCode } from '#client/data/errors.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { StoredSession } from './stored-session.ts';

/** Ends a session on the server: that of the hash, or whichever is there. Rejects with CallFailed. */
type EndSession = (session: string | undefined) => Promise<unknown>;

/** A sign-out in progress. It is stored until it is complete, so that the next start can finish it. */
export class SignOut {
  readonly #environment: Environment;
  readonly #storedSession: StoredSession;
  readonly #endSession: EndSession;

  constructor(environment: Environment, storedSession: StoredSession, endSession: EndSession) {
    this.#environment = environment;
    this.#storedSession = storedSession;
    this.#endSession = endSession;
  }

  /** Signs the account out on this device; wiping and the server follow. `session` is the hash of its session, if known. */
  begin(account: Account, session: string | undefined): void {
    this.#storedSession.setLeaving({ account, session });
    this.#storedSession.set('account', undefined);
  }

  /** Once the local data is deleted, the mark no longer says whose it was. */
  markWiped(): void {
    const mark = this.#storedSession.leaving();
    if (mark) this.#storedSession.setLeaving({ session: mark.session });
  }

  /** Completes the wipe of an interrupted sign-out. */
  async finishWiping(): Promise<void> {
    const account = this.#storedSession.get('signingOut');
    if (!account) return;
    const { wipeAccount } = await import('./keep-unsent.ts');
    await wipeAccount(this.#environment, account);
    this.markWiped();
  }

  /** Ends the session on the server, which must happen before any other call. Rejects with CallFailed. */
  async finish(): Promise<void> {
    if (!this.#storedSession.leaving()) return;
    await this.finishWiping();
    await this.#endSession(this.#storedSession.leaving()?.session).catch((error) => {
      if (!hasCode(error, 'not-signed-in')) throw error;
    });
    this.#storedSession.set('signingOut', undefined);
  }
}
