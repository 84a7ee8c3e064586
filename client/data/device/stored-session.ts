import type { DeviceStorage } from '#client/data/environment.ts';
import type { LastSignInMethod } from '#client/data/port.ts';
import type { Account, CallName } from '#domain/protocol/calls.ts';
import type { Home } from './held-register.ts';

/** The localStorage key of the signed-in account. */
export const ACCOUNT_KEY = 'framme.account';
const KEYS = { account: ACCOUNT_KEY, signingOut: 'framme.leaving' } as const;

/** The name of an account's database, lock and broadcast channel. */
export function storageName({ household, uid }: Home): string {
  return `framme-${household}-${uid}`;
}

/** The account of a database's name; undefined for any other name. */
export function parseStorageName(name: string): Home | undefined {
  const [, household, uid] = /^framme-([0-9a-z]{10,40})-([0-9a-z]{10,40})$/.exec(name) ?? [];
  return household !== undefined && uid !== undefined ? { household, uid } : undefined;
}

/** The hash of the session that a sign-out ends, which says nothing of whose it was. */
interface LeavingMark {
  session?: string | undefined;
}

/** The account that is signed in on this device, and the one whose sign-out has not reached the server yet. */
export class StoredSession {
  readonly lastSignIn: LastSignIn;
  readonly #storage: DeviceStorage | undefined;
  /** The account that was signed out on this page: its database may be listed until the browser has deleted it. */
  #left: Account | undefined;
  /** In-memory fallback, for the life of the page, if localStorage fails. */
  readonly #memory = new Map<string, string>();

  constructor(storage: DeviceStorage | undefined) {
    this.#storage = storage;
    this.lastSignIn = new LastSignIn(storage);
  }

  get(entry: keyof typeof KEYS): Account | undefined {
    return parseAccount(this.#read(KEYS[entry]));
  }

  set(entry: keyof typeof KEYS, account: Account | undefined): void {
    if (entry === 'account' && !account) this.lastSignIn.clear();
    if (entry === 'signingOut') this.#left = account;
    this.#write(KEYS[entry], account);
  }

  /** The sign-out that the server has not heard of; without `session`, of whatever session is there. */
  leaving(): LeavingMark | undefined {
    const text = this.#read(KEYS.signingOut);
    if (text === null) return undefined;
    try {
      const { session } = JSON.parse(text) as LeavingMark;
      return typeof session === 'string' ? { session } : {};
    } catch {
      return {};
    }
  }

  /** Notes a sign-out; the account only until it is wiped, so that an interrupted wipe can be finished. */
  setLeaving(mark: LeavingMark & { account?: Account }): void {
    const { account, session } = mark;
    if (account) this.#left = account;
    this.#write(KEYS.signingOut, { ...(account && { ...account, email: '' }), ...(session && { session }) });
  }

  /** True for the account that is signed in, or on its way out, and not for a household that it was in before. */
  isOwn({ uid, household }: Partial<Home>): boolean {
    const own = [this.#left, this.get('account'), this.get('signingOut')];
    return own.some((one) => one?.uid === uid && (household ?? one?.household) === one?.household);
  }

  /** Stores the present e-mail of the account that is signed in. */
  rename(account: Account): void {
    if (this.get('account')?.uid === account.uid) this.set('account', account);
  }

  #write(key: string, entry: object | undefined): void {
    const text = entry && JSON.stringify(entry);
    this.#memory.delete(key);
    try {
      if (text === undefined) this.#storage?.removeItem(key);
      else if (this.#storage) this.#storage.setItem(key, text);
      else this.#memory.set(key, text);
    } catch {
      if (text !== undefined) this.#memory.set(key, text);
    }
  }

  #read(key: string): string | null {
    try {
      return this.#memory.get(key) ?? this.#storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }
}

/** Checked by hand, so that the first load needs no schema library; anything invalid counts as nothing. */
function parseAccount(text: string | null): Account | undefined {
  try {
    const { uid, household, email } = JSON.parse(text ?? 'null') as Record<keyof Account, unknown>;
    const isAccount = typeof uid === 'string' && typeof household === 'string' && typeof email === 'string';
    return isAccount ? { uid, household, email } : undefined;
  } catch {
    return undefined;
  }
}

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
