import { expect, type Page } from '@playwright/test';
import { parsePath } from '#domain/paths.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { randomFrom } from '#tests/support/random.ts';
import { seed } from '#tests/support/seed.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { joinByCalls } from './support/parents.ts';
import { signIn } from './support/signed-in.ts';

/** The number of changes by the other parent, half of them for npm test, and how many of them lie around one tap. */
const CHANGES = process.env.TESTS === 'short' ? 100 : 200;
const AT_ONCE = 4;
/** Rows that must have moved, or the story says nothing; it goes on for them, up to twice as long. */
const MOVED = 3;
/** Of so many changes one moves a row under the finger if nothing stops it; nearly always of the first 200. */
const ENOUGH = 1000;
/** A thumb comes down at most this long after the eye chose its row, in ms: less than rows that moved take no tap for. */
const LONGEST_AIM = 700;
/** The board follows the other parent this long after a tap, in ms: five seconds, and the rows that leave fade. */
const FOLLOWS_AFTER = 5220;

test.use({
  reducedMotion: 'no-preference',
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
});

interface Aim {
  x: number;
  y: number;
  label: string;
}

interface Story {
  changes: number;
  /** Aims whose row had moved when the finger came down. */
  moved: number;
  /** Taps that did what they were aimed at. */
  taken: number;
  /** Those that did anything else; the first one ends the story. */
  wrong: string[];
}

for (const guarded of [true, false])
  test(`taps aimed before the other parent’s ${CHANGES} changes ${guarded ? 'reach no other child' : 'reach others if rows move at once'}`, {
    tag: guarded ? [] : '@full',
  }, async ({ page, another, server: { url }, language, words }) => {
    const home = await busyFamily(url, language, { friends: 10, here: 4 });
    const other = await registerHousehold(url, 'Dahl');
    await joinByCalls(home, other);
    const second = await another();
    await Promise.all([signIn(page.context(), home, url), signIn(second.page.context(), other, url)]);
    await page.clock.install();
    await Promise.all([page.goto(`${url}/dashboard`), second.page.goto(`${url}/dashboard`)]);
    const checkOut = filled(words.people.checkOutNamed, { name: 'Vän' });
    for (const one of [page, second.page])
      await expect(one.getByRole('button', { name: checkOut })).toHaveCount(4);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    if (!guarded) await page.evaluate(lookAway);
    await page.evaluate(noteTaps);

    const { changes, moved, taken, wrong } = await messageParent(
      page,
      second.page,
      guarded ? CHANGES : ENOUGH,
    );
    if (!guarded) return expect(wrong).not.toEqual([]);
    expect(wrong).toEqual([]);
    // Rows did move, and most taps did count.
    expect(moved).toBeGreaterThanOrEqual(MOVED);
    expect(taken).toBeGreaterThan((changes / AT_ONCE) * 0.4);
  });

test('the news of an arrival are as large as a finger, and stay on a narrow screen with large letters, over nothing else', {
  tag: '@full',
}, async ({ page, server: { url }, language, words, open }) => {
  const home = await busyFamily(url, language, { friends: 10, here: 3 });
  const other = await registerHousehold(url, 'Dahl');
  await joinByCalls(home, other);
  await open(home);
  const checkOut = page.getByRole('button', { name: filled(words.people.checkOutNamed, { name: 'Vän' }) });
  await expect(checkOut).toHaveCount(3);
  const news = page.getByRole('button', { name: words.hereNow.showNews });
  const away = [...(await home.documents())].find(([, one]) => 'status' in one && one.status === 'out');
  const { id: visitor = '', child = '' } = parsePath(away?.[0] ?? '') ?? {};
  await other.run('checkIn', { child, kind: 'friend', visitor });
  await expect(news).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await enlarge(page, 'font-size: 200%');
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await faultsOfLayout(page), `${width} px`).toEqual([]);
    await expect(news).toBeVisible();
  }
});

/** Taps on one phone while the other one taps. */
async function messageParent(page: Page, other: Page, most: number): Promise<Story> {
  const random = randomFrom(seed);
  const story: Story = { changes: 0, moved: 0, taken: 0, wrong: [] };
  const isOver = ({ changes, moved }: Story) => changes >= (moved < MOVED ? 2 * most : most);
  while (!isOver(story) && story.wrong.length === 0) {
    await page.evaluate(scroll, random());
    const isNear = random() < 0.7;
    await pass(page, isNear ? FOLLOWS_AFTER - random() * LONGEST_AIM : random() * FOLLOWS_AFTER);
    const aim = await page.evaluate(aimAtRow, random());
    if (!aim) {
      // The finger may have opened the sheet of the child it was aimed at.
      await page.keyboard.press('Escape');
      continue;
    }
    const delay = random() * LONGEST_AIM;
    const before = Math.round(random() * delay);
    await pass(page, before);
    const heard = heardBy(page, random() < 0.8);
    for (let i = 0; i < AT_ONCE; i++) story.changes += await other.evaluate(tapSomebody, random());
    await heard;
    await pass(page, delay - before);
    if (!(await page.evaluate(isThere, aim))) story.moved += 1;
    await page.touchscreen.tap(aim.x, aim.y);
    await page.waitForTimeout(20);
    const taps = await page.evaluate(takeTaps);
    story.taken += taps.filter((label) => label === aim.label).length;
    story.wrong = taps
      .filter((label) => isWrong(aim.label, label))
      .map((label) => `aimed at "${aim.label}", pressed "${label}"`);
  }
  return story;
}

/** The sheet of the same child may open, which checks nobody in or out. */
function isWrong(aimed: string, tapped: string): boolean {
  const child = /Vän \d+/;
  return tapped !== aimed && (!tapped.includes('\n') || child.exec(tapped)?.[0] !== child.exec(aimed)?.[0]);
}

/** Lets the paused clock of a page run, in ms. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(Math.round(ms));
}

/** Resolves when the other parent's tap has reached the page, or at once. */
async function heardBy(page: Page, waits: boolean): Promise<void> {
  if (!waits) return;
  await page
    .waitForResponse((response) => response.url().includes('/api/sync'), { timeout: 400 })
    .catch(() => undefined);
}

/** Runs in the page, as all below. Scrolls to a part of the lists. */
function scroll(part: number): void {
  window.scrollTo({ top: Math.max(0, part * 700 - 200), behavior: 'instant' });
}

/** Takes both safeguards away: a page that nobody looks at changes at once, and one that finds no rows refuses no tap. */
function lookAway(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  const find = document.querySelectorAll.bind(document);
  document.querySelectorAll = (selector: string) =>
    find(selector.includes('[data-row]') ? 'no-row' : selector);
}

/** Notes the names of the buttons that are pressed with an effect. */
function noteTaps(): void {
  const taps: string[] = [];
  Object.assign(window, { taps });
  const note = ({ target }: Event) => {
    const button = target instanceof Element && target.closest('button');
    if (button) taps.push(button.getAttribute('aria-label') ?? button.innerText);
  };
  // Before the page changes the name, after it stopped what has no effect.
  document.addEventListener('click', note, { capture: true });
}

function takeTaps(): string[] {
  return (window as unknown as { taps: string[] }).taps.splice(0);
}

/** Chooses a button of a row that is on the screen, under nothing else; undefined if there is none. */
function aimAtRow(part: number): Aim | undefined {
  const aims = [...document.querySelectorAll('main li button[data-moves]')].flatMap((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isOnTop = button.contains(document.elementFromPoint(x, y));
    return isOnTop ? [{ x, y, label: button.getAttribute('aria-label') ?? '' }] : [];
  });
  return aims[Math.floor(part * aims.length)];
}

function isThere({ x, y, label }: Aim): boolean {
  return document.elementFromPoint(x, y)?.closest('button')?.getAttribute('aria-label') === label;
}

/** Presses the button of somebody's row as a screen reader does. Returns the number of taps. */
function tapSomebody(part: number): number {
  const buttons = [...document.querySelectorAll<HTMLElement>('main li button[data-moves]')];
  buttons[Math.floor(part * buttons.length)]?.click();
  return Math.min(1, buttons.length);
}
