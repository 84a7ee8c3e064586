import type { Environment } from '#client/data/environment.ts';
import { hasCode } from '#client/data/errors.ts';
import type { LastSignInMethod } from '#client/data/port.ts';
import { type AccountScope, permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';
import type { Account, CallName } from '#domain/protocol/calls.ts';

export const ACCOUNT_KEY = 'framme.account';
/** Holds an incomplete sign-out. */
export const LEAVING_KEY = 'framme.leaving';
const METHOD_KEY = 'framme.signed-in-by';

/** Not sent to the server yet. `session`: its hash; `account`: until it is wiped. */
interface Leaving {
  session?: string | undefined;
  account?: Account | undefined;
}

export class StoredSession {
  readonly #environment: Environment;
  /** The browser may still list its database. */
  #left: Account | undefined;
  /** For the life of the page, if localStorage fails. */
  readonly #memory = new Map<string, string>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get account(): Account | undefined {
    return accountOf(this.#read(ACCOUNT_KEY));
  }

  set account(account: Account | undefined) {
    if (!account) this.#write(METHOD_KEY, undefined);
    this.#write(ACCOUNT_KEY, account && JSON.stringify(account));
  }

  /** An open page still has the e-mail in memory. */
  forgetEmail({ uid }: Account): void {
    const { account } = this;
    if (account?.uid === uid) this.#write(ACCOUNT_KEY, JSON.stringify({ ...account, email: '' }));
  }

  get lastMethod(): LastSignInMethod | undefined {
    return (this.#read(METHOD_KEY) ?? undefined) as LastSignInMethod | undefined;
  }

  /** Includes the call that leaves the page for a provider. */
  noteMethod(name: CallName, request: unknown): void {
    if (name === 'startProvider') this.#write(METHOD_KEY, Object(request).provider);
    else if (name === 'signInWithPasskey') this.#write(METHOD_KEY, 'passkey');
    else if (name === 'logIn' || name === 'register') this.#write(METHOD_KEY, undefined);
  }

  /** Not for a household that the account left. */
  isOwn({ uid, household }: AccountScope): boolean {
    const own = [this.#left, this.account, this.#leaving()?.account];
    return own.some((one) => one?.uid === uid && one.household === household);
  }

  /**
   * Stored until wipe and server call are done, so that the next start can finish it. `session`: its hash.
   */
  signOut(account: Account, session: string | undefined): void {
    this.#left = account;
    this.#setLeaving({ account, session });
    this.account = undefined;
  }

  markWiped(): void {
    const leaving = this.#leaving();
    if (leaving) this.#setLeaving({ session: leaving.session });
  }

  async finishWiping(): Promise<void> {
    const account = this.#leaving()?.account;
    if (!account) return;
    const { wipeAccount } = await import('./other-accounts/wipe-other-accounts.ts');
    await wipeAccount(this.#environment, account);
    this.markWiped();
  }

  /** Must precede any other call. Rejects as `endSession` does. */
  async finishSignOut(endSession: (request: { session?: string }) => Promise<unknown>): Promise<void> {
    if (!this.#leaving()) return;
    await this.finishWiping();
    const { session } = this.#leaving() ?? {};
    await endSession(session === undefined ? {} : { session }).catch((error) => {
      if (!hasCode(error, 'not-signed-in')) throw error;
    });
    this.#left = undefined;
    this.#write(LEAVING_KEY, undefined);
  }

  #leaving(): Leaving | undefined {
    const text = this.#read(LEAVING_KEY);
    if (text === null) return undefined;
    const { session } = parsed(text);
    return { account: accountOf(text), ...(typeof session === 'string' && { session }) };
  }

  #setLeaving({ account, session }: Leaving): void {
    const entry = { ...(account && { ...account, email: '' }), ...(session !== undefined && { session }) };
    this.#write(LEAVING_KEY, JSON.stringify(entry));
  }

  #write(key: string, text: string | undefined): void {
    this.#memory.delete(key);
    const isWritten = writeEntry(this.#environment.storage, key, text);
    if (!isWritten && text !== undefined) this.#memory.set(key, text);
  }

  #read(key: string): string | null {
    return this.#memory.get(key) ?? readEntry(this.#environment.storage, key);
  }
}

function parsed(text: string | null): Record<string, unknown> {
  return Object(permitted(() => JSON.parse(text ?? 'null')));
}

/** Checked by hand: the first load needs no schema library. */
function accountOf(text: string | null): Account | undefined {
  const { uid, household, email } = parsed(text);
  const isAccount = typeof uid === 'string' && typeof household === 'string' && typeof email === 'string';
  return isAccount ? { uid, household, email } : undefined;
}
