import { StorageFailed } from '#client/data/errors.ts';
import type { HouseholdView, RunResult } from '#client/data/port.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { Phone, type Tab } from '#tests/support/phone/phone.ts';
import type { Fault, ModelServer } from './model-server.ts';

/** A tap that was acknowledged to the parent. */
export interface Acknowledged {
  op: Id;
  tab: Tab;
  /** The phone's time of the tap and of its acknowledgement. */
  tapped: number;
  told: number;
  /** The database could be read then, and with it what another tab had stored. */
  couldRead: boolean;
  /** Counts the changes of the database: what two tabs tap in one outage stands in the journal of both. */
  outage: number;
  /** Counts the sign-ins: a chosen sign-out discards unsent taps. */
  stay: number;
}

/** One parent's phone with two tabs, and the taps it acknowledged. */
export class Device {
  readonly phone: Phone;
  readonly tabs: Tab[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly #server: ModelServer;
  fault: Fault = 'none';
  stay = 0;
  outages = 0;
  #moments = 0;
  readonly #account: Account;

  constructor(server: ModelServer, account: Account, traits: { hasLocks: boolean; hasStreams: boolean }) {
    this.#server = server;
    this.#account = account;
    this.phone = Object.assign(new Phone(server), traits);
  }

  /** Signs in by a session cookie; the pages learn of it from the server. */
  async signIn(): Promise<void> {
    this.phone.jar.session = await this.#server.openSession(this.#account);
    while (this.tabs.length < 2) this.tabs.push(this.phone.openTab());
    for (const tab of this.tabs) tab.wake();
    await this.#until(() => this.tabs.every((tab) => tab.data.household() !== undefined));
  }

  /** Signs out and discards unsent taps, as the parent chose. */
  async signOut(): Promise<void> {
    const [tab] = this.tabs;
    if (!tab?.data.household()) return;
    this.fault = 'none';
    await tab.data.logOut();
    await this.#until(() => this.tabs.every((each) => each.data.household() === undefined));
    this.stay += 1;
    await this.signIn();
  }

  view(tab: number): HouseholdView | undefined {
    return this.tabs[tab]?.data.household()?.view();
  }

  /** Runs a command in a tab. Resolves when its acknowledgement, if any, is recorded. */
  async run<N extends CommandName>(index: number, name: N, args: CommandArgs<N>): Promise<void> {
    const tab = this.tabs[index];
    const household = tab?.data.household();
    const { stay } = this;
    this.#moments += 1;
    const tapped = this.#moments;
    const couldRead = this.phone.database !== 'refuses';
    const outage = this.outages;
    if (!tab || !household) return;
    const result: RunResult | undefined = await household.run(name, args).catch((error) => {
      if (error instanceof StorageFailed) return undefined;
      throw error;
    });
    this.#moments += 1;
    // A killed tab acknowledges nothing.
    if (!result?.done || tab.isDead) return;
    this.acknowledged.push({ op: result.op, tab, tapped, told: this.#moments, couldRead, outage, stay });
  }

  /** The parent's account. */
  get uid(): Id {
    return this.#account.uid;
  }

  kill(index: number): void {
    this.tabs[index]?.kill();
    this.tabs[index] = this.phone.openTab();
  }

  /** Repairs storage and network, and shows all tabs. */
  repair(): void {
    Object.assign(this.phone, { storage: 'works', database: 'works' });
    this.fault = 'none';
    for (const tab of this.tabs) tab.wake();
  }

  /** Repairs everything, or all but the storage, and waits until all taps are sent. */
  async settle({ repairsStorage = true } = {}): Promise<void> {
    const { storage, database } = this.phone;
    this.repair();
    if (!repairsStorage) Object.assign(this.phone, { storage, database });
    await this.#until(async () => {
      for (const tab of this.tabs) await tab.data.household()?.syncNow();
      return this.tabs.every((_tab, index) => isQuiet(this.view(index)));
    });
  }

  /** Reloads the tabs without a network, and waits until they show what is stored. */
  async reloadOffline(): Promise<void> {
    this.fault = 'request-lost';
    for (const index of this.tabs.keys()) this.kill(index);
    await this.#until(() => this.tabs.every((_tab, index) => isQuiet(this.view(index))));
  }

  async #until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let turn = 0; turn < 2000; turn++) {
      if (await holds()) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const seen = this.tabs.map((_tab, index) => this.view(index));
    throw new Error(`a phone did not come to rest: ${JSON.stringify(seen.map(summary))}`);
  }
}

function isQuiet(view: HouseholdView | undefined): boolean {
  return view?.state === 'loaded' && view.waiting === 0 && !view.historyLoading && !view.locked;
}

function summary(view: HouseholdView | undefined): unknown {
  if (!view) return 'nobody';
  const { state, waiting, historyLoading, locked, offline } = view;
  return { state, waiting, historyLoading, locked, offline };
}
