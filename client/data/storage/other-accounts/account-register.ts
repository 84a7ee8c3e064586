import type { DeviceStorage } from '#client/data/environment.ts';
import { type AccountScope, readJson, storageKeys, writeEntry } from '#client/data/storage-entries.ts';
import type { Id } from '#domain/ids.ts';
import { maskedEmail } from '#domain/names.ts';
import type { Account } from '#domain/protocol/calls.ts';

export interface AccountEntry {
  uid: Id;
  /** Undefined if only data of households that the account left is here. */
  household?: Id;
  /** The masked e-mail, 'a…@e….se'. */
  name?: string;
  /** Hash of the latest known session; with it the server says if the account was deleted. */
  session?: string;
  /** `session` is the hash of a previous session. */
  isFormer?: boolean;
  /** Households it left; their data may be here. */
  left?: Id[];
}

const PREFIX = 'framme.held.';

/** Accounts that may have data on this device. */
export class AccountRegister {
  readonly #storage: DeviceStorage | undefined;

  constructor(storage: DeviceStorage | undefined) {
    this.#storage = storage;
  }

  uids(): Id[] {
    return storageKeys(this.#storage, PREFIX).map((key) => key.slice(PREFIX.length));
  }

  get(uid: Id): AccountEntry {
    return { ...Object(readJson(this.#storage, PREFIX + uid)), uid };
  }

  /**
   * Call it before anything of the account is stored. The old session's hash stays until the new one is
   * known.
   */
  note({ uid, household, email }: Account, { isNewSession = false } = {}): void {
    const { household: previous, left = [], session, isFormer = false, name: known } = this.get(uid);
    // After a sign-out from elsewhere only the masked e-mail is known.
    const name = email === '' ? known : maskedEmail(email);
    const all = new Set(previous === undefined ? left : [...left, previous]);
    all.delete(household);
    this.#write({
      uid,
      household,
      ...(name !== undefined && { name }),
      ...(session !== undefined && { session }),
      ...((isNewSession || isFormer) && { isFormer: true }),
      ...(all.size > 0 && { left: [...all] }),
    });
  }

  noteSession(uid: Id, session: string): void {
    const { isFormer: _former, ...known } = this.get(uid);
    this.#write({ ...known, session });
  }

  remove({ uid, household }: AccountScope): void {
    const { left = [], ...known } = this.get(uid);
    const others = left.filter((one) => one !== household);
    const rest = others.length > 0 ? { left: others } : {};
    if (known.household !== undefined && household !== known.household) this.#write({ ...known, ...rest });
    else if (rest.left) this.#write({ uid, ...(known.name && { name: known.name }), ...rest });
    else writeEntry(this.#storage, PREFIX + uid, undefined);
  }

  /** If storage fails, the account is found by its database's name. */
  #write({ uid, ...entry }: AccountEntry): void {
    writeEntry(this.#storage, PREFIX + uid, JSON.stringify(entry));
  }
}
