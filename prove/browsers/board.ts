import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { Visit } from '#domain/documents.ts';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import type { Tab } from './engine.ts';

const { people } = ALL_TEXTS.sv.app;
const named = (text: string, name: string) => text.replace('{{name}}', name);
const button = (label: string) =>
  `document.querySelector(${JSON.stringify(`button[aria-label="${label}"]`)})`;

/** The board of a signed-in parent in a tab, in Swedish. */
export class Board {
  readonly tab: Tab;
  readonly url: string;

  constructor(tab: Tab, url: string) {
    this.tab = tab;
    this.url = url;
  }

  /** Signs in by the password, and opens the board. */
  async signIn({ account: { email } }: HouseholdOnPhone): Promise<void> {
    await this.tab.goto(`${this.url}/about?lng=sv`);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ email, password: PASSWORD });
    const status = `fetch(${JSON.stringify(calls.logIn.path)}, ${JSON.stringify({ ...post, body })}).then((reply) => reply.status)`;
    const got = await this.tab.run<number>(status);
    if (got !== 200) throw new Error(`signing in answered ${got}`);
    await this.open();
  }

  open(): Promise<void> {
    return this.tab.goto(`${this.url}/dashboard`);
  }

  /** Resolves once this friend can be checked in. */
  async untilOut(name: string): Promise<void> {
    await until(`${name} can be checked in`, () => this.#has(named(people.checkInNamed, name)));
  }

  /** Resolves once this friend is shown as here. */
  async untilHere(name: string, within?: number): Promise<void> {
    await until(`${name} is shown as here`, () => this.#has(named(people.checkOutNamed, name)), within);
  }

  /** Presses the button of a friend. Returns true if the board shows the arrival after its next frame. */
  checkIn(name: string): Promise<boolean> {
    const [undo, checkOut] = [named(people.undoNamed, name), named(people.checkOutNamed, name)];
    // A tab in the background draws no frames.
    const drawn =
      'new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 300); })';
    const isShown = `${button(undo)} !== null || ${button(checkOut)} !== null`;
    return this.tab.run(
      `(${button(named(people.checkInNamed, name))}.click(), ${drawn}.then(() => ${isShown}))`,
    );
  }

  /** True if the arrival can be undone and counts from now. */
  async isJustNow(name: string): Promise<boolean> {
    const undo = button(named(people.undoNamed, name));
    const row = await this.tab.run<string>(`${undo}?.closest("li").innerText ?? "no undo"`);
    return !/no undo|\d+\s(min|h|dygn)\b/.test(row);
  }

  /** Resolves once the service worker has stored the app. */
  async untilStored(): Promise<void> {
    const worker =
      'navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === "activated")';
    await until('the service worker is active', () => this.tab.run<boolean>(worker));
  }

  #has(label: string): Promise<boolean> {
    return this.tab.run(`${button(label)} !== null`);
  }
}

/** The arrivals that the server has, newest first, with the friend's name. */
export async function arrivalsOf(home: HouseholdOnPhone) {
  return [...(await home.documents())]
    .flatMap(([path, document]) => (path.includes('/visits/') ? [document as Visit] : []))
    .flatMap(({ arrived, visitor }) => (arrived ? [{ ...arrived, name: visitor.name }] : []))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Asks until it is true. Throws after so many ms. */
export async function until(what: string, ask: () => Promise<boolean>, within = 30_000): Promise<void> {
  const end = Date.now() + within;
  while (!(await ask().catch(() => false))) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await sleep(50);
  }
}
