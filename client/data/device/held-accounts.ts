import type { Environment } from '#client/data/environment.ts';
import type { HeldAccount, HeldAccountList, UnsentCommand } from '#client/data/port.ts';
import { serialQueue } from '#client/data/serial-queue.ts';
import type { Id } from '#domain/ids.ts';
import type { Account, CallReply, CallRequest } from '#domain/protocol/calls.ts';
import { type HeldEntry, HeldRegister, type Home, parseStorageName } from './held-register.ts';
import { journalHomes } from './journal.ts';
import type { StoredSession } from './stored-session.ts';

/** The longest wait for the list of databases, in ms: some browsers never answer. */
const TIMEOUT_MS = 5000;

interface Deps {
  environment: Environment;
  storedSession: StoredSession;
  /** Asks the server which of these sessions' accounts were deleted. Rejects with CallFailed. */
  ask(request: CallRequest<'heldAccounts'>): Promise<CallReply<'heldAccounts'>>;
  onChange(): void;
  /** The account that is signed in here was deleted. */
  onGone(): Promise<void>;
}

/**
 * The other accounts of which this device holds something. Whatever is not an unsent tap is wiped: at the start of a page,
 * at each sign-in and at each sign-out. The server is asked which of them were deleted.
 */
export class HeldAccounts implements HeldAccountList {
  readonly #deps: Deps;
  readonly #register: HeldRegister;
  readonly #enqueue = serialQueue();
  list: readonly HeldAccount[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#register = new HeldRegister(deps.environment.storage);
  }

  /** Notes the account that is signed in, before anything of it is stored. */
  note(account: Account): void {
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
   * Wipes accounts without unsent taps and lists the others. Asks the server which were deleted, if any is left or `asks` is
   * set. Never rejects: what fails is tried again at the next occasion.
   */
  sweep({ asks = false } = {}): Promise<void> {
    return this.#enqueue(() => this.#sweep(asks)).catch(() => undefined);
  }

  /** Wipes an account with its unsent taps. */
  discard({ uid, household }: Home): Promise<void> {
    return this.#enqueue(async () => {
      const { wipeAccount } = await import('./sweep.ts');
      const isIt = (one: Home) => one.uid === uid && one.household === household;
      const found = (await this.#others()).find(isIt);
      if (found) await wipeAccount(this.#deps.environment, found);
      this.#show(this.list.filter((one) => !isIt(one)));
    });
  }

  async unsentOf({ uid, household, hasLeft }: HeldAccount): Promise<readonly UnsentCommand[]> {
    const { environment, storedSession } = this.#deps;
    const isOwn = hasLeft && storedSession.account?.uid === uid;
    if (!isOwn) return [];
    const { readHeld } = await import('./sweep.ts');
    return readHeld(environment, { uid, household });
  }

  async #sweep(asks: boolean): Promise<void> {
    const { environment, storedSession, onGone } = this.#deps;
    const others = await this.#others();
    const own = storedSession.account;
    // The first screen of a device of one parent, or of none, loads no more code.
    const isDue = asks || others.length > 0 || (own && !this.#register.get(own.uid).session);
    if (!isDue) return this.#show([]);
    if (own) this.#register.note(own);
    const { wipeAccount, wipeSent } = await import('./sweep.ts');
    const kept: HeldAccount[] = [];
    for (const one of others) {
      // Somebody may have signed in meanwhile. An account whose storage fails does not stop the others.
      if (!storedSession.isOwn(one)) kept.push(...(await wipeSent(environment, one).catch(() => [])));
    }
    this.#show(kept);
    const gone: readonly Id[] = await this.#askWhichAreGone().catch(() => []);
    if (gone.length === 0) return;
    for (const one of others) if (gone.includes(one.uid)) await wipeAccount(environment, one);
    this.#show(kept.filter(({ uid }) => !gone.includes(uid)));
    if (own && gone.includes(own.uid) && storedSession.isOwn(own)) void onGone();
  }

  /** Asks which of the noted accounts were deleted, and notes the device's own session. Rejects with CallFailed. */
  async #askWhichAreGone(): Promise<Id[]> {
    const noted = this.#register.uids().map((uid) => this.#register.get(uid));
    const asked = noted.filter(({ session }) => session !== undefined).slice(0, 20);
    const sessions = asked.flatMap(({ session }) => session ?? []);
    const { gone, own } = await this.#deps.ask({ sessions });
    if (own && noted.some(({ uid }) => uid === own.uid)) this.#register.noteSession(own.uid, own.session);
    return asked.filter(({ session = '' }) => gone.includes(session)).map(({ uid }) => uid);
  }

  /** All but the one that is signed in or on its way out: noted, or known by a database or the journal alone. */
  async #others(): Promise<(HeldEntry & Home)[]> {
    const { environment, storedSession } = this.#deps;
    const noted = this.#register.uids().flatMap((uid) => {
      const { household, left = [] } = this.#register.get(uid);
      return [household, ...left].flatMap((one) => (one === undefined ? [] : { uid, household: one }));
    });
    const named = (await databaseNames(environment)).flatMap((name) => parseStorageName(name) ?? []);
    const found = new Map<string, HeldEntry & Home>();
    for (const { uid, household } of [...noted, ...journalHomes(environment.storage), ...named]) {
      found.set(`${household}-${uid}`, { ...this.#register.get(uid), household });
    }
    return [...found.values()].filter((one) => !storedSession.isOwn(one));
  }

  #show(list: readonly HeldAccount[]): void {
    if (list.length + this.list.length === 0) return;
    this.list = list;
    this.#deps.onChange();
  }
}

/** The names of the databases of this origin; none if the browser lists none. */
function databaseNames({ indexedDB, after }: Environment): Promise<string[]> {
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
