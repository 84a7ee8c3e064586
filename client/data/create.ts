import type { Account, LogIn, Registration } from '#domain/protocol.ts';
import { call } from './calls.ts';
import type { Channel, Environment } from './environment.ts';
import { OpenHousehold } from './household.ts';
import { Listeners } from './listeners.ts';
import { CallFailed, type FrammeData, type Household } from './port.ts';
import { Remembered } from './remembered.ts';
import { nameOf, wipeAccount } from './stored-account.ts';
import { takeTurns } from './turns.ts';

/** The data library for one page. The device's memory decides at once who is signed in; the server is asked behind it. */
export function createFrammeData(environment: Environment): FrammeData {
  return new SignIn(environment);
}

class SignIn implements FrammeData {
  readonly ready: Promise<void> = Promise.resolve();
  readonly #environment: Environment;
  readonly #remembered: Remembered;
  readonly #line: Channel | undefined;
  readonly #listeners = new Listeners();
  readonly #turns = takeTurns();
  #household: OpenHousehold | undefined;
  #hasAsked = false;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#remembered = new Remembered(environment.storage);
    this.#line = environment.channel('framme');
    this.#line?.onTold(() => this.#follow());
    this.#follow();
    void this.#finishWiping();
    environment.onWake(() => {
      this.#followAnother();
      void this.#askWhoIsHere();
    });
    void this.#askWhoIsHere();
  }

  household(): Household | undefined {
    return this.#household;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  register(registration: Registration): Promise<void> {
    return this.#signIn(() => call(this.#environment, 'register', registration));
  }

  logIn(credentials: LogIn): Promise<void> {
    return this.#signIn(() => call(this.#environment, 'logIn', credentials));
  }

  async logOut(): Promise<void> {
    const household = this.#household;
    if (!household) return;
    this.#remembered.set('leaving', household.account);
    this.#remembered.set('account', undefined);
    this.#household = undefined;
    this.#hasAsked = false;
    this.#listeners.tell();
    const wiped = household.wipe();
    this.#line?.tell();
    await this.#turns(async () => {
      await wiped;
      // Without a network the mark stays, and the session ends at the first contact.
      await this.#leave().catch(() => undefined);
    });
  }

  /** A sign-out that was cut short in the middle of its wiping is carried through at the next start. */
  #finishWiping(): Promise<void> {
    return this.#turns(async () => {
      const leaving = this.#remembered.get('leaving');
      if (leaving) await wipeAccount(this.#environment, leaving);
    });
  }

  #signIn(ask: () => Promise<Account>): Promise<void> {
    return this.#turns(async () => {
      await this.#leave();
      this.#enter(await ask());
    });
  }

  /** Before anything else is asked of the server, a session that the parent chose to end is ended. */
  async #leave(): Promise<void> {
    const leaving = this.#remembered.get('leaving');
    if (!leaving) return;
    await call(this.#environment, 'logOut', {}).catch((error) => {
      const isOver = error instanceof CallFailed && error.code === 'not-signed-in';
      if (!isOver) throw error;
    });
    this.#remembered.set('leaving', undefined);
  }

  #enter(account: Account): void {
    this.#remembered.set('account', account);
    this.#hasAsked = true;
    this.#environment.askToPersist();
    this.#follow();
    this.#line?.tell();
  }

  /** Makes the household that of the remembered account; another account's stays on the device, unseen and unsent. */
  #follow(): void {
    const account = this.#remembered.get('account');
    const present = this.#household;
    if (present && account && nameOf(present.account) === nameOf(account)) present.resume();
    else if (present || account) this.#change(account);
  }

  /** What another tab remembered can reach this one after its word of it, so a page that wakes looks for itself. */
  #followAnother(): void {
    const account = this.#remembered.get('account');
    const [remembered, present] = [account, this.#household?.account].map((one) => one && nameOf(one));
    if (remembered !== present) this.#change(account);
  }

  #change(account: Account | undefined): void {
    void this.#household?.close();
    this.#household = account && this.#openHousehold(account);
    this.#listeners.tell();
  }

  #openHousehold(account: Account): OpenHousehold {
    const household: OpenHousehold = new OpenHousehold(this.#environment, account, () => {
      // Another tab signed out, and perhaps in again: begin anew with what is remembered.
      if (this.#household === household) this.#change(this.#remembered.get('account'));
    });
    return household;
  }

  /** A browser that holds a session but remembers nobody is signed in; a remembered account is told by its own sync. */
  async #askWhoIsHere(): Promise<void> {
    if (this.#hasAsked || this.#household) return;
    await this.#turns(async () => {
      await this.#leave();
      const { account } = await call(this.#environment, 'whoAmI', {});
      this.#hasAsked = true;
      if (account && !this.#household) this.#enter(account);
    }).catch(() => undefined);
  }
}
