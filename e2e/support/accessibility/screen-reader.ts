import { type CDPSession, expect, type Page } from '@playwright/test';
import { focusViolations } from './focus-checks.ts';
import { type Announcement, noteAnnouncements } from './live-regions.ts';

/** More tab stops than this on one page count as a keyboard trap. */
const MOST_STOPS = 120;
/** The longest wait for the focus or an announcement, in ms: as long as any other expectation waits. */
const DEADLINE_MS = 20_000;
/** States, in the order of speech. */
const STATES = [
  'checked',
  'pressed',
  'expanded',
  'selected',
  'current',
  'required',
  'invalid',
  'disabled',
  'busy',
];

/** The announcement of a tab stop. */
export interface SpokenStop {
  role: string;
  name: string;
  states: string[];
  /** The hint, and the error if there is one. */
  description: string;
}

/**
 * A parent with a keyboard and a screen reader. Checks every tab stop for focus, visibility and an accessible
 * name, and logs all stops and announcements in order.
 */
export class ScreenReader {
  readonly page: Page;
  readonly log: string[] = [];
  readonly violations: string[] = [];
  /** The longest wait for an announcement, in ms; a control waits for one that never comes. */
  patience = DEADLINE_MS;
  readonly #devtools: CDPSession;
  #announced = 0;
  #told = 0;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  static async at(page: Page): Promise<ScreenReader> {
    await page.addInitScript(noteAnnouncements);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Accessibility.enable');
    return new ScreenReader(page, devtools);
  }

  chapter(title: string): void {
    this.log.push('', `== ${title}`);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    if (key !== 'Tab' && key !== 'Shift+Tab') this.log.push(`   [${key}]`);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.log.push(`   [types ${/ lives here$/.test(text) ? 'a password' : text}]`);
  }

  /** Tabs to a stop, by role and name; `back` goes the other way. */
  async to(role: string, name: string | RegExp, direction: 'on' | 'back' = 'on'): Promise<SpokenStop> {
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.press(direction === 'on' ? 'Tab' : 'Shift+Tab');
      const heard = await this.listen();
      if (heard?.role === role && (typeof name === 'string' ? heard.name === name : name.test(heard.name)))
        return heard;
    }
    throw new Error(`No ${role} "${name}" was reached.\n${this.log.slice(-MOST_STOPS).join('\n')}`);
  }

  /** Tabs to a stop and presses Enter. */
  async enter(...stop: Parameters<ScreenReader['to']>): Promise<void> {
    await this.to(...stop);
    await this.press('Enter');
  }

  /** Waits until the focus has moved to this stop by itself, after a navigation or a dialog. */
  async arrives(role: string, name: string): Promise<void> {
    await expect(async () => {
      const { role: isRole, name: isName } = (await this.#focused()) ?? {};
      expect(`${isRole} "${isName}"`).toBe(`${role} "${name}"`);
      // A closing dialog or a scroll may cover it for a moment.
      expect(await this.page.evaluate(focusViolations)).toEqual([]);
    }).toPass({ timeout: DEADLINE_MS });
    await this.listen();
  }

  /** Waits for an announcement, after the last one waited for. */
  async isTold(text: string | RegExp): Promise<void> {
    const isIt = (told: string) => (typeof text === 'string' ? told === text : text.test(told));
    const place = async () =>
      (await this.#announcements()).findIndex((one, i) => i >= this.#told && one.heard && isIt(one.text));
    const deadline = performance.now() + this.patience;
    let found = await place();
    while (found < 0 && performance.now() < deadline) {
      await this.page.waitForTimeout(50);
      found = await place();
    }
    await this.#writeDown();
    if (found < 0) throw new Error(`"${text}" was not read out.\n${this.log.join('\n')}`);
    this.#told = found + 1;
  }

  /** Returns the announcement of the focused element. */
  async listen(): Promise<SpokenStop | undefined> {
    await this.#writeDown();
    const heard = await this.#focused();
    if (!heard) return undefined;
    const { role, name, states, description } = heard;
    const line = [role, JSON.stringify(name), ...states, description && `– ${description}`]
      .filter(Boolean)
      .join(' ');
    this.log.push(line);
    const violations = await this.page.evaluate(focusViolations);
    if (name === '') violations.push(`has no name: ${line}`);
    this.violations.push(...violations.map((fault) => `${new URL(this.page.url()).pathname}: ${fault}`));
    return heard;
  }

  /** Returns announcements that a modal dialog hid. */
  async unheard(): Promise<string[]> {
    return (await this.#announcements()).filter(({ heard }) => !heard).map(({ text }) => text);
  }

  async #announcements(): Promise<Announcement[]> {
    return this.page.evaluate(() => Reflect.get(window, 'announcements') ?? []);
  }

  async #writeDown(): Promise<void> {
    const all = await this.#announcements();
    for (const { text, urgency, heard } of all.slice(this.#announced)) {
      if (heard) this.log.push(`   (${urgency}) ${text}`);
    }
    this.#announced = all.length;
  }

  /** Returns the focused element from the accessibility tree; undefined for the page itself. */
  async #focused(): Promise<SpokenStop | undefined> {
    const { result } = await this.#devtools.send('Runtime.evaluate', {
      expression: 'document.activeElement',
    });
    if (!result.objectId || result.description === 'body') return undefined;
    const { nodes } = await this.#devtools.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    const [node] = nodes;
    if (!node) return undefined;
    const said = (node.properties ?? []).filter(
      ({ name, value }) => STATES.includes(name) && isSet(value.value),
    );
    return {
      role: String(node.role?.value ?? 'unknown').toLowerCase(),
      name: String(node.name?.value ?? ''),
      description: String(node.description?.value ?? ''),
      states: said.map(({ name, value }) =>
        value.value === true || value.value === 'true' ? name : `${name}=${value.value}`,
      ),
    };
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'false' && value !== '';
}
