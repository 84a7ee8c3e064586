import { nameOf, type Remembered } from '#client/data/storage/remembered-account.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Environment } from './environment.ts';
import type { OpenHousehold } from './household.ts';
import { CallFailed } from './port.ts';

/** What opens a household. A visitor never loads it. */
export type HouseholdPart = Pick<typeof import('./household.ts'), 'OpenHousehold' | 'talk'>;

/** What the household that is open here needs, and whom it tells. */
interface Sides {
  environment: Environment;
  remembered: Remembered;
  /** Fetched at once where somebody is signed in, else at sign-in. */
  part: LazyPart<HouseholdPart>;
  /** Another household is open, or none. */
  onChange(): void;
  /** The server says that the account was deleted. */
  onAccountGone(): Promise<void>;
}

/** The household that is open on this page: that of the account the device remembers. */
export class Current {
  household: OpenHousehold | undefined;
  /** Whose household is open, or on its way. */
  account: Account | undefined;
  readonly #sides: Sides;

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /** Lets go of the household, which is closed or wiped by whoever asks for this. */
  release(): void {
    this.household = undefined;
    this.account = undefined;
    this.#sides.onChange();
  }

  /**
   * Makes the household that of the remembered account; another account's stays on the device, unseen and unsent. Rejects
   * with CallFailed where its part cannot be fetched.
   */
  async follow(): Promise<void> {
    const account = this.#sides.remembered.get('account');
    const present = this.household;
    if (present && account && nameOf(present.account) === nameOf(account)) present.resume();
    else if (present || account) await this.#change(account);
  }

  /** What another tab remembered can reach this one after its word of it, so a page that wakes looks for itself. */
  async followAnother(): Promise<void> {
    const account = this.#sides.remembered.get('account');
    const [remembered, present] = [account, this.household?.account].map((one) => one && nameOf(one));
    if (remembered !== present) await this.#change(account);
  }

  /** Resolves once the account's household is open, unless another change came first. */
  async #change(account: Account | undefined): Promise<void> {
    const { part, onChange } = this.#sides;
    void this.household?.close();
    this.account = account;
    const { loaded } = part;
    this.household = account && loaded && this.#open(loaded, account);
    onChange();
    if (!account || loaded) return;
    await part.load().catch(() => Promise.reject(new CallFailed('offline')));
    const isWanted = this.account && nameOf(this.account) === nameOf(account);
    if (isWanted && !this.household) await this.#change(account);
  }

  #open({ OpenHousehold: Open, talk }: HouseholdPart, account: Account): OpenHousehold {
    const { environment, remembered, onAccountGone } = this.#sides;
    // Where the part cannot be fetched, the next waking tries again.
    const ifOpen = (then: () => Promise<void>) => () => {
      if (this.household === household) then().catch(() => undefined);
    };
    const household: OpenHousehold = new Open(environment, account, talk, {
      // Another tab signed out, and perhaps in again: begin anew with what is remembered.
      onDeleted: ifOpen(() => this.#change(remembered.get('account'))),
      onAccountGone: ifOpen(onAccountGone),
    });
    return household;
  }
}
