import type { DeviceStorage } from '#client/data/environment.ts';
import { readJson, storageKeys, writeEntry } from '#client/data/storage-entries.ts';
import type { Id } from '#domain/ids.ts';
import { maskedEmail } from '#domain/names.ts';
import type { Account } from '#domain/protocol/calls.ts';

/** An account in a household: by both, database, journal, lock and channel are named. */
export type Home = Pick<Account, 'household' | 'uid'>;

/** The name of an account's database, lock and broadcast channel. */
export function storageName({ household, uid }: Home): string {
  return `framme-${household}-${uid}`;
}

/** The account of a database's name; undefined for any other name. */
export function parseStorageName(name: string): Home | undefined {
  const [, household, uid] = /^framme-([0-9a-z]{10,40})-([0-9a-z]{10,40})$/.exec(name) ?? [];
  return household !== undefined && uid !== undefined ? { household, uid } : undefined;
}

/** An account of which this device may hold data. */
export interface HeldEntry {
  uid: Id;
  /** Undefined if only something of households that it left is here. */
  household?: Id;
  /** The masked e-mail, 'a…@e….se'. */
  name?: string;
  /** The hash of its latest known session here, by which the server is asked if the account was deleted. */
  session?: string;
  /** True if another session began since: the hash is that of a former one. */
  isFormer?: boolean;
  /** The households that the account left, of which something may be here. */
  left?: Id[];
}

const PREFIX = 'framme.held.';

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
    return { ...Object(readJson(this.#storage, PREFIX + uid)), uid };
  }

  /** Notes an account before anything of it is stored; the hash of an earlier session stays until the new one is known. */
  note({ uid, household, email }: Account, { isNewSession = false } = {}): void {
    const { household: former, left = [], session, isFormer = false, name: known } = this.get(uid);
    // Signed out from elsewhere, the device has only the masked one.
    const name = email === '' ? known : maskedEmail(email);
    const all = new Set(former === undefined ? left : [...left, former]);
    all.delete(household);
    this.#write({
      ...{ uid, household, ...(name !== undefined && { name }) },
      ...(session !== undefined && { session }),
      ...((isNewSession || isFormer) && { isFormer: true }),
      ...(all.size > 0 && { left: [...all] }),
    });
  }

  noteSession(uid: Id, session: string): void {
    const { isFormer: _former, ...known } = this.get(uid);
    this.#write({ ...known, session });
  }

  /** Removes an account in one household; the others that it was in stay. */
  remove({ uid, household }: Home): void {
    const { left = [], ...known } = this.get(uid);
    const others = left.filter((one) => one !== household);
    const rest = others.length > 0 ? { left: others } : {};
    if (known.household !== undefined && household !== known.household) this.#write({ ...known, ...rest });
    else if (rest.left) this.#write({ uid, ...(known.name && { name: known.name }), ...rest });
    else writeEntry(this.#storage, PREFIX + uid, undefined);
  }

  /** If storage fails, the account's database is found by its name. */
  #write({ uid, ...entry }: HeldEntry): void {
    writeEntry(this.#storage, PREFIX + uid, JSON.stringify(entry));
  }
}
