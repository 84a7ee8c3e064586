import { type CDPSession, expect, type Page } from '@playwright/test';
import { focusFaults } from './focus-faults.ts';
import { type Announcement, noteAnnouncements } from './live-regions.ts';

/** Some part of a page that Tab passes on its way around; more stops than this are a trap. */
const MOST_STOPS = 120;
/** Told in this order, where they are set. */
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

/** What is heard at one stop. */
export interface Heard {
  role: string;
  name: string;
  states: string[];
  /** The hint, and what is wrong where something is. */
  description: string;
}

/**
 * A parent with nothing but a keyboard and a screen reader. Every stop is looked at for a place, a mark and something
 * to say; all that is heard, stops and announcements, is written down in order.
 */
export class ScreenReader {
  readonly page: Page;
  readonly log: string[] = [];
  readonly faults: string[] = [];
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

  /** Tabs on until this stop is heard. In: its role and name, `back` to go the other way. */
  async to(role: string, name: string | RegExp, direction: 'on' | 'back' = 'on'): Promise<Heard> {
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      await this.press(direction === 'on' ? 'Tab' : 'Shift+Tab');
      const heard = await this.listen();
      if (heard?.role === role && (typeof name === 'string' ? heard.name === name : name.test(heard.name)))
        return heard;
    }
    throw new Error(`No ${role} "${name}" was reached.\n${this.log.slice(-MOST_STOPS).join('\n')}`);
  }

  /** Waits until the focus is at this stop without a key, as it is after a navigation or a dialog. */
  async arrives(role: string, name: string): Promise<void> {
    await expect(async () => {
      const { role: isRole, name: isName } = (await this.#focused()) ?? {};
      expect(`${isRole} "${isName}"`).toBe(`${role} "${name}"`);
      // What closes or scrolls on the way may cover it for a moment.
      expect(await this.page.evaluate(focusFaults)).toEqual([]);
    }).toPass({ timeout: 8000 });
    await this.listen();
  }

  /** Waits until this was read out by itself, after whatever was waited for last. */
  async isTold(text: string | RegExp): Promise<void> {
    const isIt = (told: string) => (typeof text === 'string' ? told === text : text.test(told));
    const place = async () =>
      (await this.#announcements()).findIndex((one, i) => i >= this.#told && one.heard && isIt(one.text));
    let found = await place();
    for (let tries = 0; tries < 100 && found < 0; tries += 1) {
      await this.page.waitForTimeout(50);
      found = await place();
    }
    await this.#writeDown();
    if (found < 0) throw new Error(`"${text}" was not read out.\n${this.log.join('\n')}`);
    this.#told = found + 1;
  }

  /** What is heard where the focus is now. */
  async listen(): Promise<Heard | undefined> {
    await this.#writeDown();
    const heard = await this.#focused();
    if (!heard) return undefined;
    const { role, name, states, description } = heard;
    const line = [role, JSON.stringify(name), ...states, description && `– ${description}`]
      .filter(Boolean)
      .join(' ');
    this.log.push(line);
    const faults = await this.page.evaluate(focusFaults);
    if (name === '') faults.push(`has no name: ${line}`);
    this.faults.push(...faults.map((fault) => `${new URL(this.page.url()).pathname}: ${fault}`));
    return heard;
  }

  /** All that was put into a live region and could not be heard behind a dialog. */
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

  /** The focused element as the browser gives it to assistive technology; undefined where that is the page itself. */
  async #focused(): Promise<Heard | undefined> {
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
