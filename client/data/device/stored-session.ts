import type { Environment } from '#client/data/environment.ts';
import { hasCode } from '#client/data/errors.ts';
import type { LastSignInMethod } from '#client/data/port.ts';
import { permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';
import type { Account, CallName } from '#domain/protocol/calls.ts';
import type { Home } from './held-register.ts';

/** The localStorage key of the signed-in account. */
export const ACCOUNT_KEY = 'framme.account';
/** The localStorage key of a sign-out that is not complete. */
export const LEAVING_KEY = 'framme.leaving';
const METHOD_KEY = 'framme.signed-in-by';

/** The sign-out that the server has not heard of: the hash of its session, and the account until it is wiped. */
interface Leaving {
  session?: string | undefined;
  account?: Account | undefined;
}

/** The account that is signed in on this device, and the sign-out that is under way, in localStorage. */
export class StoredSession {
  readonly #environment: Environment;
  /** The account that was signed out on this page: its database may be listed until the browser has deleted it. */
  #left: Account | undefined;
  /** In-memory fallback, for the life of the page, if localStorage fails. */
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

  /** Removes the e-mail of the account that is signed in; an open page still knows it. */
  forgetEmail({ uid }: Account): void {
    const { account } = this;
    if (account?.uid === uid) this.#write(ACCOUNT_KEY, JSON.stringify({ ...account, email: '' }));
  }

  /** The method of the last sign-in, which the sheet asks for if the session ends elsewhere. */
  get lastMethod(): LastSignInMethod | undefined {
    return (this.#read(METHOD_KEY) ?? undefined) as LastSignInMethod | undefined;
  }

  /** Notes the method of a call that signs in, or that leaves the page for a provider. */
  noteMethod(name: CallName, request: unknown): void {
    if (name === 'startProvider') this.#write(METHOD_KEY, Object(request).provider);
    else if (name === 'signInWithPasskey') this.#write(METHOD_KEY, 'passkey');
    else if (name === 'logIn' || name === 'register') this.#write(METHOD_KEY, undefined);
  }

  /** True for the account that is signed in, or on its way out, and not for a household that it was in before. */
  isOwn({ uid, household }: Home): boolean {
    const own = [this.#left, this.account, this.#leaving()?.account];
    return own.some((one) => one?.uid === uid && one.household === household);
  }

  /**
   * Signs the account out on this device; wiping and the server follow. `session` is the hash of its session, if known. The
   * sign-out is stored until it is complete, so that the next start can finish it.
   */
  signOut(account: Account, session: string | undefined): void {
    this.#left = account;
    this.#setLeaving({ account, session });
    this.account = undefined;
  }

  /** Once the local data is deleted, the stored sign-out no longer says whose it was. */
  markWiped(): void {
    const leaving = this.#leaving();
    if (leaving) this.#setLeaving({ session: leaving.session });
  }

  /** Completes the wipe of an interrupted sign-out. */
  async finishWiping(): Promise<void> {
    const account = this.#leaving()?.account;
    if (!account) return;
    const { wipeAccount } = await import('./sweep.ts');
    await wipeAccount(this.#environment, account);
    this.markWiped();
  }

  /** Ends the session on the server, which must happen before any other call. Rejects with CallFailed, as `endSession` does. */
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

/** Checked by hand, so that the first load needs no schema library; anything invalid counts as nothing. */
function accountOf(text: string | null): Account | undefined {
  const { uid, household, email } = parsed(text);
  const isAccount = typeof uid === 'string' && typeof household === 'string' && typeof email === 'string';
  return isAccount ? { uid, household, email } : undefined;
}
