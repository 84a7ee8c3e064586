import type { Environment } from '#client/data/environment.ts';
import type { HeldAccount, HeldAccountList, UnsentCommand } from '#client/data/port.ts';
import { serialQueue } from '#client/data/serial-queue.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { type HeldEntry, HeldRegister } from './held-register.ts';
import { journalHomes } from './journal.ts';
import { parseStorageName, type StoredSession } from './stored-session.ts';

/**
 * The other accounts of which this device holds something. Whatever is not an unsent tap is wiped: at the start of a page,
 * at each sign-in and at each sign-out. The server is asked which of them were deleted.
 */
export class HeldAccounts implements HeldAccountList {
  readonly #environment: Environment;
  readonly #storedSession: StoredSession;
  readonly #register: HeldRegister;
  readonly #onChange: () => void;
  readonly #onGone: () => Promise<void>;
  readonly #enqueue = serialQueue();
  list: readonly HeldAccount[] = [];

  /** `onGone` is called if the server answers that the account that is signed in here was deleted. */
  constructor(
    environment: Environment,
    storedSession: StoredSession,
    { onChange, onGone }: { onChange: () => void; onGone: () => Promise<void> },
  ) {
    this.#environment = environment;
    this.#storedSession = storedSession;
    this.#register = new HeldRegister(environment.storage);
    this.#onChange = onChange;
    this.#onGone = onGone;
  }

  /** Notes the account that is signed in, before anything of it is stored. */
  note(account: Account): void {
    // Storage that an earlier version left of the account is of the household that it was in here before.
    const before = this.#storedSession.get('account');
    if (before?.uid === account.uid) this.#register.note(before);
    this.#register.note(account, { isNewSession: true });
  }

  /** The hash of the account's present session here; undefined until the server has told it. */
  sessionOf(uid: Id): string | undefined {
    const { session, isFormer } = this.#register.get(uid);
    return isFormer ? undefined : session;
  }

  /** Forgets an account that is wiped. */
  forget(account: Account): void {
    this.#register.remove(account);
  }

  /**
   * Wipes, and lists those whose taps wait; asks the server if there are any, or `asks`. Never rejects: what fails is tried
   * again at the next occasion.
   */
  sweep({ asks = false } = {}): Promise<void> {
    return this.#enqueue(() => this.#sweep(asks)).catch(() => undefined);
  }

  /** Wipes an account with its unsent taps. */
  discard({ uid, household }: Pick<HeldAccount, 'uid' | 'household'>): Promise<void> {
    return this.#enqueue(async () => {
      const { wipeAccount } = await import('./keep-unsent.ts');
      const isIt = (one: Pick<HeldEntry, 'uid'> & { household?: Id | undefined }) =>
        one.uid === uid && one.household === household;
      const found = (await this.#others()).find(isIt);
      if (found) await wipeAccount(this.#environment, found);
      this.#show(this.list.filter((one) => !isIt(one)));
    });
  }

  async unsentOf({ uid, household, hasLeft }: HeldAccount): Promise<readonly UnsentCommand[]> {
    const isOwn = hasLeft && this.#storedSession.get('account')?.uid === uid;
    if (!isOwn || household === undefined) return [];
    const { readHeld } = await import('./keep-unsent.ts');
    return readHeld(this.#environment, { uid, household });
  }

  async #sweep(asks: boolean): Promise<void> {
    const others = await this.#others();
    const own = this.#storedSession.get('account');
    // The first screen of a device of one parent, or of none, loads no more code.
    const isDue = asks || others.length > 0 || (own && !this.#register.get(own.uid).session);
    if (!isDue) return this.#show([]);
    if (own) this.#register.note(own);
    const { askWhichAreGone, wipeSent } = await import('./keep-unsent.ts');
    const kept: HeldAccount[] = [];
    for (const one of others) {
      // Somebody may have signed in meanwhile. An account whose storage fails does not stop the others.
      if (!this.#isOwn(one)) kept.push(...(await wipeSent(this.#environment, one).catch(() => [])));
    }
    this.#show(kept);
    const gone: readonly Id[] = await askWhichAreGone(this.#environment, this.#register).catch(() => []);
    if (gone.length === 0) return;
    const { wipeAccount } = await import('./keep-unsent.ts');
    for (const one of others) if (gone.includes(one.uid)) await wipeAccount(this.#environment, one);
    this.#show(kept.filter(({ uid }) => !gone.includes(uid)));
    if (own && gone.includes(own.uid) && this.#isOwn(own)) void this.#onGone();
  }

  /** All but the one that is signed in: noted, or left by an older version in a database or the journal. */
  async #others(): Promise<HeldEntry[]> {
    const names = await databaseNames(this.#environment);
    const named: HeldEntry[] = names.flatMap((name) => parseStorageName(name) ?? []);
    const noted = this.#register.uids().flatMap((uid) => {
      const entry = this.#register.get(uid);
      const left: HeldEntry[] = (entry.left ?? []).map((household) => ({ uid, household }));
      return entry.household === undefined && left.length > 0 ? left : [entry, ...left];
    });
    const found = new Map<string, HeldEntry>();
    for (const { uid, household } of [...noted, ...journalHomes(this.#environment.storage), ...named]) {
      const { first, household: present, ...known } = this.#register.get(uid);
      const home = household ?? first ?? present ?? named.find((one) => one.uid === uid)?.household;
      found.set(`${home}-${uid}`, { ...known, ...(home !== undefined && { household: home }) });
    }
    return [...found.values()].filter((one) => !this.#isOwn(one));
  }

  /** A sign-out in progress wipes its account itself. */
  #isOwn(entry: HeldEntry): boolean {
    return this.#storedSession.isOwn(entry);
  }

  #show(list: readonly HeldAccount[]): void {
    if (list.length + this.list.length === 0) return;
    this.list = list;
    this.#onChange();
  }
}

/** The longest wait for the list, in ms: some browsers never answer. */
const TIMEOUT_MS = 5000;

/** The names of the databases of this origin; none if the browser lists none. */
export function databaseNames({
  indexedDB,
  after,
}: Pick<Environment, 'indexedDB' | 'after'>): Promise<string[]> {
  return new Promise((resolve) => {
    const stop = after(TIMEOUT_MS, () => resolve([]));
    // An older browser has no such method, or throws.
    Promise.resolve()
      .then(() => indexedDB?.databases?.() ?? [])
      .then(
        (found) => resolve(found.flatMap(({ name }) => name ?? [])),
        () => resolve([]),
      )
      .finally(stop);
  });
}
