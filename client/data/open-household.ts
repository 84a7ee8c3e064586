import type { LocalHousehold } from '#client/data/tap/household.ts';
import type { Ending } from '#client/data/wire/sync-client.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { storageName } from './device/held-register.ts';
import type { StoredSession } from './device/stored-session.ts';
import type { Environment } from './environment.ts';
import { CallFailed, inBackground } from './errors.ts';

/** The lazily loaded code of a household, which a visitor does not load. */
export type HouseholdPart = Pick<
  typeof import('#client/data/tap/household.ts'),
  'LocalHousehold' | 'syncPart'
>;

/** Loads the code of a household and, which the first screen does not need, of its sync. */
export async function loadParts(part: LazyPart<HouseholdPart>): Promise<void> {
  const { syncPart } = await part.load();
  await syncPart.load();
}

interface Deps {
  environment: Environment;
  storedSession: StoredSession;
  /** Fetched at once if somebody is signed in, else at sign-in. */
  part: LazyPart<HouseholdPart>;
  /** Another household is open, or none. */
  onChange(): void;
  onEnd(ending: Exclude<Ending, 'removed'>): Promise<void>;
}

/** Owns the household that is open on this page: that of the account in the stored session. */
export class OpenHousehold {
  household: LocalHousehold | undefined;
  /** The account whose household is open or being opened. */
  account: Account | undefined;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Forgets the household; the caller closes or wipes it. */
  release(): void {
    this.household = undefined;
    this.account = undefined;
    this.#deps.onChange();
  }

  /**
   * Opens the household of the stored session, or resumes it if it is open; the data of another account stays on the
   * device, hidden and unsent. Rejects with CallFailed if the household's code cannot be fetched.
   */
  async reopen(): Promise<void> {
    const { account } = this.#deps.storedSession;
    const { household } = this;
    if (!isSame(household?.account, account)) return this.#switchTo(account);
    // A page that opened after the session had ended does not know it.
    if (household && account?.email) household.account.email = account.email;
    household?.resume();
  }

  /** Reopens if another tab has signed in or out: its message can arrive before its localStorage write is visible. */
  async reopenIfChanged(): Promise<void> {
    const { account } = this.#deps.storedSession;
    if (!isSame(this.household?.account, account)) await this.#switchTo(account);
  }

  /** Resolves once the account's household is open, unless another switch came first. */
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

  /** Meanwhile the browser opens its storage; on a new device the first screen needs the sync code, too. */
  async #prepare(account: Account): Promise<void> {
    const stored = await this.#deps.environment.indexedDB?.databases?.();
    const isNew = stored?.every(({ name }) => name !== storageName(account));
    if (isNew) await import('#client/data/wire/sync-client.ts');
  }

  #create({ LocalHousehold: Local, syncPart }: HouseholdPart, account: Account): LocalHousehold {
    const { environment, storedSession, onEnd } = this.#deps;
    const household: LocalHousehold = new Local(environment, account, syncPart, (ending) => {
      if (this.household !== household) return;
      // Another tab signed out, and perhaps in again: start over from the stored session. If the household's code cannot be
      // fetched, the next wake tries again.
      inBackground(ending === 'removed' ? this.#switchTo(storedSession.account) : onEnd(ending));
    });
    return household;
  }
}

/** True for the same account in the same household, and for none twice. */
function isSame(one: Account | undefined, other: Account | undefined): boolean {
  return one?.uid === other?.uid && one?.household === other?.household;
}
