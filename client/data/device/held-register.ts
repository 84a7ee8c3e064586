import type { DeviceStorage } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import { maskedEmail } from '#domain/masked-email.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { storageKeys } from './storage-keys.ts';

const PREFIX = 'framme.held.';

/** An account in a household: by both, database, journal, lock and channel are named. */
export type Home = Pick<Account, 'household' | 'uid'>;

/** An account of which this device may hold data. What an older version left is known without the optional fields. */
export interface HeldEntry {
  uid: Id;
  household?: Id;
  /** The masked e-mail, 'a…@e….se'. */
  name?: string;
  /** The hash of its latest known session here, by which the server is asked if the account was deleted. */
  session?: string;
  /** True if another session began since: the hash is that of a former one. */
  isFormer?: boolean;
  /** The households that the account left, of which something may be here. */
  left?: Id[];
  /** The household in which this device knew the account first, if it is in another now: earlier versions' journals are of it. */
  first?: Id;
}

/** The accounts that signed in on this device since it was last wiped of them, in localStorage. */
export class HeldRegister {
  readonly #storage: DeviceStorage | undefined;

  constructor(storage: DeviceStorage | undefined) {
    this.#storage = storage;
  }

  uids(): Id[] {
    return storageKeys(this.#storage, PREFIX).map((key) => key.slice(PREFIX.length));
  }

  get(uid: Id): HeldEntry {
    try {
      return { ...JSON.parse(this.#storage?.getItem(PREFIX + uid) ?? '{}'), uid };
    } catch {
      return { uid };
    }
  }

  /** Notes an account before anything of it is stored; the hash of an earlier session stays until the new one is known. */
  note({ uid, household, email }: Account, { isNewSession = false } = {}): void {
    const known = { ...this.#moved(this.get(uid), household), household, name: maskedEmail(email) };
    this.#write({ ...known, ...(isNewSession && { isFormer: true }) });
  }

  noteSession(uid: Id, session: string): void {
    const { isFormer: _former, ...known } = this.get(uid);
    this.#write({ ...known, session });
  }

  /** Removes an account in one household, or in none that is known; the others that it was in stay. */
  remove({ uid, household }: Pick<HeldEntry, 'uid' | 'household'>): void {
    const { left = [], ...known } = this.get(uid);
    const others = left.filter((one) => one !== household);
    if (household !== undefined && known.household !== undefined && household !== known.household) {
      this.#write({ ...known, ...(others.length > 0 && { left: others }) });
    } else if (others.length > 0) {
      const { first, name } = known;
      this.#write({ uid, left: others, ...(first && { first }), ...(name && { name }) });
    } else this.#delete(uid);
  }

  #moved(known: HeldEntry, household: Id): HeldEntry {
    const { household: former, left = [], first } = known;
    if (former === household) return known;
    const all = [...left, ...(former === undefined ? [] : [former])].filter((one) => one !== household);
    if (all.length === 0) return known;
    return { ...known, left: [...new Set(all)], first: first ?? former ?? household };
  }

  #delete(uid: Id): void {
    try {
      this.#storage?.removeItem(PREFIX + uid);
    } catch {
      // Listed until its database is found to be gone.
    }
  }

  #write({ uid, ...entry }: HeldEntry): void {
    try {
      this.#storage?.setItem(PREFIX + uid, JSON.stringify(entry));
    } catch {
      // Its database is found by its name.
    }
  }
}
