import { type HouseholdView, type RunResult, StorageFailed } from '#client/data/port.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { Phone, type Tab } from '#tests/support/phone/phone.ts';
import type { Fault, ModelServer } from './model-server.ts';

/** A tap of which the parent was told that it is kept. */
export interface Acknowledged {
  op: Id;
  tab: Tab;
  /** When it was tapped and when its parent was told, as counted by the phone. */
  tapped: number;
  told: number;
  /** Counts the sign-ins of its phone: a sign-out that somebody chose wipes what was not yet sent. */
  stay: number;
}

/** One phone of the family with two tabs, and what its parent was promised. */
export class Device {
  readonly phone: Phone;
  readonly tabs: Tab[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly #server: ModelServer;
  fault: Fault = 'none';
  stay = 0;
  #moments = 0;

  constructor(server: ModelServer, traits: { hasLocks: boolean; hasStreams: boolean }) {
    this.#server = server;
    this.phone = Object.assign(new Phone(server), traits);
  }

  /** Signs in by a session that the browser holds; the pages learn of it from the server. */
  async signIn(): Promise<void> {
    this.phone.jar.session = await this.#server.openSession();
    while (this.tabs.length < 2) this.tabs.push(this.phone.openTab());
    for (const tab of this.tabs) tab.wake();
    await this.#until(() => this.tabs.every((tab) => tab.data.household() !== undefined));
  }

  /** What is unsent goes with it: the parent chose so. */
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

  /** Runs a command in a tab, and remembers what its parent was told. Out: resolves when that is known. */
  async run<N extends CommandName>(index: number, name: N, args: CommandArgs<N>): Promise<void> {
    const tab = this.tabs[index];
    const household = tab?.data.household();
    const { stay } = this;
    this.#moments += 1;
    const tapped = this.#moments;
    if (!tab || !household) return;
    const result: RunResult | undefined = await household.run(name, args).catch((error) => {
      if (error instanceof StorageFailed) return undefined;
      throw error;
    });
    this.#moments += 1;
    // In a killed tab nobody is left to be told.
    if (!result?.done || tab.isDead) return;
    this.acknowledged.push({ op: result.op, tab, tapped, told: this.#moments, stay });
  }

  kill(index: number): void {
    this.tabs[index]?.kill();
    this.tabs[index] = this.phone.openTab();
  }

  /** Everything works again, and everything waiting is sent. */
  async settle(): Promise<void> {
    Object.assign(this.phone, { storage: 'works', database: 'works' });
    this.fault = 'none';
    for (const tab of this.tabs) tab.wake();
    await this.#until(async () => {
      for (const tab of this.tabs) await tab.data.household()?.catchUp();
      return this.tabs.every((_tab, index) => isQuiet(this.view(index)));
    });
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
