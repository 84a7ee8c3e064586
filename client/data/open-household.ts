import type { LocalHousehold } from '#client/data/view/household.ts';
import type { Ending } from '#client/data/wire/sync-client.ts';
import type { LazyModule } from '#client/lib/lazy-module.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Environment } from './environment.ts';
import { CallFailed, inBackground } from './errors.ts';
import type { StoredSession } from './storage/stored-session.ts';
import { storageName } from './storage-entries.ts';

export type HouseholdPart = Pick<
  typeof import('#client/data/view/household.ts'),
  'LocalHousehold' | 'syncPart'
>;

interface Deps {
  environment: Environment;
  storedSession: StoredSession;
  part: LazyModule<HouseholdPart>;
  onChange(): void;
  onEnd(ending: Exclude<Ending, 'removed'>): Promise<void>;
}

/** Owns this page's household, that of the stored session's account. */
export class OpenHousehold {
  household: LocalHousehold | undefined;
  /** Set before the household is open. */
  account: Account | undefined;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The caller closes or wipes the household. */
  release(): void {
    this.household = undefined;
    this.account = undefined;
    this.#deps.onChange();
  }

  /**
   * Another account's data stays on the device, hidden and unsent. Rejects with CallFailed if the code cannot
   * be fetched.
   */
  async reopen(): Promise<void> {
    const { account } = this.#deps.storedSession;
    const { household } = this;
    if (!isSame(household?.account, account)) return this.#switchTo(account);
    // A page opened after the session ended has no e-mail.
    if (household && account?.email) household.account.email = account.email;
    household?.resume();
  }

  /** A tab's message can arrive before its localStorage write is visible. */
  async reopenIfChanged(): Promise<void> {
    const { account } = this.#deps.storedSession;
    if (!isSame(this.household?.account, account)) await this.#switchTo(account);
  }

  /** Resolves unopened if another switch came first. */
  async #switchTo(account: Account | undefined): Promise<void> {
    const { part, onChange } = this.#deps;
    void this.household?.close();
    this.account = account;
    const { loaded } = part;
    this.household = account && loaded && this.#create(loaded, account);
    onChange();
    if (!account || loaded) return;
    void this.#prepare(account).catch(() => undefined);
    await part.load().catch(() => Promise.reject(new CallFailed('offline')));
    if (isSame(this.account, account) && !this.household) await this.#switchTo(account);
  }

  /** Warms up the browser's storage meanwhile; a new device's first screen needs the sync code too. */
  async #prepare(account: Account): Promise<void> {
    const stored = await this.#deps.environment.indexedDB?.databases?.();
    const isNew = stored?.every(({ name }) => name !== storageName(account));
    if (isNew) await import('#client/data/wire/sync-client.ts');
  }

  #create({ LocalHousehold: Local }: HouseholdPart, account: Account): LocalHousehold {
    const { environment, storedSession, onEnd } = this.#deps;
    const household: LocalHousehold = new Local(environment, account, (ending) => {
      if (this.household !== household) return;
      // Another tab signed out, and perhaps in again. If the code cannot be fetched, the next wake retries.
      inBackground(ending === 'removed' ? this.#switchTo(storedSession.account) : onEnd(ending));
    });
    return household;
  }
}

function isSame(one: Account | undefined, other: Account | undefined): boolean {
  return one?.uid === other?.uid && one?.household === other?.household;
}
