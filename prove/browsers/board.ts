import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { Visit } from '#domain/documents.ts';
import { LANGUAGE_COOKIE } from '#domain/language.ts';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, PASSWORD } from '#tests/support/people/household.ts';
import type { Tab } from './engine.ts';
import type { Gate } from './gate.ts';
import type { Removal } from './removals.ts';

const { common, people } = ALL_TEXTS.sv;
const named = (text: string, name: string) => text.replace('{{name}}', name);
export const checkInOf = (name: string) => named(people.checkInNamed, name);
export const checkOutOf = (name: string) => named(people.checkOutNamed, name);
const button = (label: string) =>
  `document.querySelector(${JSON.stringify(`button[aria-label="${label}"]`)})`;

/** The board of a signed-in parent in a tab, in Swedish. */
export class Board {
  readonly tab: Tab;
  readonly #url: string;
  readonly #removal: Removal | undefined;

  constructor(tab: Tab, { gate, removal }: { gate: Pick<Gate, 'url'>; removal: Removal | undefined }) {
    this.tab = tab;
    this.#url = gate.url;
    this.#removal = removal;
  }

  /** Signs in by the password, and opens the board. */
  async signIn({ account: { email } }: HouseholdOnPhone): Promise<void> {
    await this.tab.goto(`${this.#url}/about?lng=sv`);
    const isChosen = `document.cookie.includes("${LANGUAGE_COOKIE}=sv")`;
    await until('the language is stored', () => this.tab.run<boolean>(isChosen));
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ email, password: PASSWORD });
    const status = `fetch(${JSON.stringify(calls.logIn.path)}, ${JSON.stringify({ ...post, body })}).then((reply) => reply.status)`;
    const got = await this.tab.run<number>(status);
    if (got !== 200) throw new Error(`signing in answered ${got}`);
    await this.open();
  }

  async open(path = '/dashboard'): Promise<void> {
    await this.tab.goto(this.#url + path);
    await this.remove();
  }

  /** Takes from the loaded page what a control does without. */
  async remove(): Promise<void> {
    if (this.#removal?.inPage !== undefined) await this.tab.run(this.#removal.inPage);
  }

  /** Resolves once this friend can be checked in. */
  untilOut(name: string): Promise<void> {
    return this.untilShown(checkInOf(name));
  }

  /** Resolves once this friend is shown as here. */
  untilHere(name: string): Promise<void> {
    return this.untilShown(checkOutOf(name));
  }

  /** Resolves once the board says that this friend has come, in the list or in the row from which another tab checked them in. */
  async untilArrived(name: string, within?: number): Promise<void> {
    const rows = `[...document.querySelectorAll('main li')].filter((row) => row.innerText.includes(${JSON.stringify(name)}))`;
    const arrived = `${rows}.some((row) => row.innerText.includes(${JSON.stringify(common.checkedIn)}))`;
    const said = `${button(checkOutOf(name))} !== null || ${arrived}`;
    await until(`${name} is shown as here`, () => this.tab.run<boolean>(said), within);
  }

  /** Resolves once there is a button of this label; rejects with what is there instead. */
  async untilShown(label: string, within?: number): Promise<void> {
    const isShown = () => this.tab.run<boolean>(`${button(label)} !== null`);
    await until(`there is "${label}"`, isShown, within).catch(async (error: Error) => {
      const shown = await this.tab.run<string>('document.body.innerText');
      throw new Error(`${error.message}; the page shows: ${shown.replace(/\s+/g, ' ').slice(0, 500)}`);
    });
  }

  /** True once the row of an arrival says more than that it is being saved. */
  isSaved(name: string): Promise<boolean> {
    const row = `${button(named(people.undoNamed, name))}?.closest("li").innerText ?? ""`;
    return this.tab.run(`(row => row !== "" && !row.includes(${JSON.stringify(common.storing)}))(${row})`);
  }

  /** Presses the button of a friend. Returns true if the board shows the arrival after its next frame. */
  checkIn(name: string): Promise<boolean> {
    const [undo, checkOut] = [named(people.undoNamed, name), checkOutOf(name)];
    // A tab in the background draws no frames.
    const drawn =
      'new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 300); })';
    const isShown = `${button(undo)} !== null || ${button(checkOut)} !== null`;
    return this.tab.run(`(${button(checkInOf(name))}.click(), ${drawn}.then(() => ${isShown}))`);
  }

  /** Presses a button. Returns the time of the touch by the page's clock, in ms. */
  press(label: string): Promise<number> {
    return this.tab.run(`(at => (${button(label)}.click(), at))(Date.now())`);
  }

  /** Presses a button, and closes the tab in the same task: only what is written at once survives. */
  async pressAndClose(label: string): Promise<void> {
    // The tab may be gone before it answers, or may not close itself.
    const pressed = this.tab.run(`(${button(label)}.click(), window.close())`).catch(() => undefined);
    await Promise.race([pressed, sleep(500)]);
    await Promise.race([this.tab.close().catch(() => undefined), sleep(500)]);
  }

  /** Presses what shows more rows, once there are rows, until all are shown. */
  async showAll(): Promise<void> {
    const more = `[...document.querySelectorAll("main button")].find((one) => one.innerText.startsWith(${JSON.stringify(people.showMore)}))`;
    await until('all rows are shown', () =>
      this.tab.run(
        `(more => (more?.click(), !more && document.querySelector("main li button") !== null))(${more})`,
      ),
    );
  }

  /** True if the arrival can be undone and counts from now. */
  async isJustNow(name: string): Promise<boolean> {
    const undo = button(named(people.undoNamed, name));
    const row = await this.tab.run<string>(`${undo}?.closest("li").innerText ?? "no undo"`);
    return !/no undo|\d+\s(min|h|dygn)\b/.test(row);
  }

  /** Resolves once the service worker has stored the app, if the server has one. */
  async untilStored(): Promise<void> {
    if (this.#removal?.env?.SERVICE_WORKER === 'off') return;
    const worker =
      'navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === "activated")';
    await until('the service worker is active', () => this.tab.run<boolean>(worker));
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
