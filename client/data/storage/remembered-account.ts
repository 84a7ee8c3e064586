import type { DeviceStorage } from '#client/data/environment.ts';
import type { Account } from '#domain/protocol/calls.ts';

/** Where the signed-in account is remembered. */
export const ACCOUNT_KEY = 'framme.account';
const KEYS = { account: ACCOUNT_KEY, leaving: 'framme.leaving' } as const;

/** What one account's database, journal and line between tabs are called after. */
export function nameOf({ household, uid }: Account): string {
  return `framme-${household}-${uid}`;
}

/** Who is signed in here, and who has signed out without the server having heard of it. */
export class Remembered {
  readonly #storage: DeviceStorage | undefined;
  /** Stands in where the storage does not work: then it holds as long as the page. */
  readonly #here = new Map<string, string>();

  constructor(storage: DeviceStorage | undefined) {
    this.#storage = storage;
  }

  get(what: keyof typeof KEYS): Account | undefined {
    return accountIn(this.#read(KEYS[what]));
  }

  set(what: keyof typeof KEYS, account: Account | undefined): void {
    const key = KEYS[what];
    this.#here.delete(key);
    try {
      if (!account) this.#storage?.removeItem(key);
      else if (this.#storage) this.#storage.setItem(key, JSON.stringify(account));
      else this.#here.set(key, JSON.stringify(account));
    } catch {
      if (account) this.#here.set(key, JSON.stringify(account));
    }
  }

  #read(key: string): string | null {
    try {
      return this.#here.get(key) ?? this.#storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }
}

/** Only this device wrote it, so no schema is loaded to read it; what somebody else put there counts as nothing. */
function accountIn(text: string | null): Account | undefined {
  try {
    const { uid, household, email } = JSON.parse(text ?? 'null') as Record<keyof Account, unknown>;
    const isAccount = typeof uid === 'string' && typeof household === 'string' && typeof email === 'string';
    return isAccount ? { uid, household, email } : undefined;
  } catch {
    return undefined;
  }
}
