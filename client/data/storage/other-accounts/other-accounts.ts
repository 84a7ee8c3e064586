import type { Environment } from '#client/data/environment.ts';
import type { OtherAccount, OtherAccountList, UnsentCommand } from '#client/data/port.ts';
import { serialQueue } from '#client/data/serial-queue.ts';
import { type AccountScope, parseStorageName } from '#client/data/storage-entries.ts';
import type { Id } from '#domain/ids.ts';
import type { Account, CallReply, CallRequest } from '#domain/protocol/calls.ts';
import { journalHomes } from '../journal.ts';
import type { StoredSession } from '../stored-session.ts';
import { type AccountEntry, AccountRegister } from './account-register.ts';

/** In ms; some browsers never list their databases. */
const TIMEOUT_MS = 5000;

interface Deps {
  environment: Environment;
  storedSession: StoredSession;
  /** Asks which sessions' accounts were deleted. Rejects with CallFailed. */
  ask(request: CallRequest<'otherAccounts'>): Promise<CallReply<'otherAccounts'>>;
  onChange(): void;
  onAccountDeleted(): Promise<void>;
}

/** Wipes all but their unsent taps, at page start, sign-in and sign-out. */
export class OtherAccounts implements OtherAccountList {
  readonly #deps: Deps;
  readonly #register: AccountRegister;
  readonly #enqueue = serialQueue();
  list: readonly OtherAccount[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#register = new AccountRegister(deps.environment.storage);
  }

  /** Call it before anything of the account is stored. */
  note(account: Account): void {
    this.#register.note(account, { isNewSession: true });
  }

  sessionOf(uid: Id): string | undefined {
    const { session, isFormer } = this.#register.get(uid);
    return isFormer ? undefined : session;
  }

  forget(account: Account): void {
    this.#register.remove(account);
  }

  /**
   * Asks the server which were deleted, if any is left or `asks` is set. Never rejects; the next occasion
   * retries.
   */
  wipeOtherAccounts({ asks = false } = {}): Promise<void> {
    return this.#enqueue(() => this.#wipeOthers(asks)).catch(() => undefined);
  }

  discard({ uid, household }: AccountScope): Promise<void> {
    return this.#enqueue(async () => {
      const { wipeAccount } = await import('./wipe-other-accounts.ts');
      const isIt = (one: AccountScope) => one.uid === uid && one.household === household;
      const found = (await this.#others()).find(isIt);
      if (found) await wipeAccount(this.#deps.environment, found);
      this.#show(this.list.filter((one) => !isIt(one)));
    });
  }

  async unsentOf({ uid, household, hasLeft }: OtherAccount): Promise<readonly UnsentCommand[]> {
    const { environment, storedSession } = this.#deps;
    const isOwn = hasLeft && storedSession.account?.uid === uid;
    if (!isOwn) return [];
    const { readUnsentOf } = await import('./wipe-other-accounts.ts');
    return readUnsentOf(environment, { uid, household });
  }

  async #wipeOthers(asks: boolean): Promise<void> {
    const { environment, storedSession, onAccountDeleted } = this.#deps;
    const others = await this.#others();
    const own = storedSession.account;
    // Spares a device with at most one account the code below.
    const isDue = asks || others.length > 0 || (own && !this.#register.get(own.uid).session);
    if (!isDue) return this.#show([]);
    if (own) this.#register.note(own);
    const { wipeAccount, wipeExceptUnsent } = await import('./wipe-other-accounts.ts');
    const kept: OtherAccount[] = [];
    for (const one of others) {
      // Somebody may have signed in meanwhile; one storage failure must not stop the others.
      if (!storedSession.isOwn(one)) kept.push(...(await wipeExceptUnsent(environment, one).catch(() => [])));
    }
    this.#show(kept);
    const gone: readonly Id[] = await this.#askWhichAreGone().catch(() => []);
    if (gone.length === 0) return;
    for (const one of others) if (gone.includes(one.uid)) await wipeAccount(environment, one);
    this.#show(kept.filter(({ uid }) => !gone.includes(uid)));
    if (own && gone.includes(own.uid) && storedSession.isOwn(own)) void onAccountDeleted();
  }

  /** Notes the device's own session too. */
  async #askWhichAreGone(): Promise<Id[]> {
    const noted = this.#register.uids().map((uid) => this.#register.get(uid));
    const asked = noted.filter(({ session }) => session !== undefined).slice(0, 20);
    const sessions = asked.flatMap(({ session }) => session ?? []);
    const { gone, own } = await this.#deps.ask({ sessions });
    if (own && noted.some(({ uid }) => uid === own.uid)) this.#register.noteSession(own.uid, own.session);
    return asked.filter(({ session = '' }) => gone.includes(session)).map(({ uid }) => uid);
  }

  async #others(): Promise<(AccountEntry & AccountScope)[]> {
    const { environment, storedSession } = this.#deps;
    const noted = this.#register.uids().flatMap((uid) => {
      const { household, left = [] } = this.#register.get(uid);
      return [household, ...left].flatMap((one) => (one === undefined ? [] : { uid, household: one }));
    });
    const named = (await databaseNames(environment)).flatMap((name) => parseStorageName(name) ?? []);
    const found = new Map<string, AccountEntry & AccountScope>();
    for (const { uid, household } of [...noted, ...journalHomes(environment.storage), ...named]) {
      found.set(`${household}-${uid}`, { ...this.#register.get(uid), household });
    }
    return [...found.values()].filter((one) => !storedSession.isOwn(one));
  }

  #show(list: readonly OtherAccount[]): void {
    if (list.length + this.list.length === 0) return;
    this.list = list;
    this.#deps.onChange();
  }
}

function databaseNames({ indexedDB, after }: Environment): Promise<string[]> {
  return new Promise((resolve) => {
    const stop = after(TIMEOUT_MS, () => resolve([]));
    // Older browsers lack the method, or it throws.
    Promise.resolve()
      .then(() => indexedDB?.databases?.() ?? [])
      .then(
        (found) => resolve(found.flatMap(({ name }) => name ?? [])),
        () => resolve([]),
      )
      .finally(stop);
  });
}
