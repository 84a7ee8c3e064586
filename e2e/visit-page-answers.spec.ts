import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { gate } from '#tests/support/gate.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { at, end, type FakeLink, fakeLink, openVisit, SECRET, shown } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });
// The browser names each reply that is an error.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const WORDS: Record<
  Language,
  Record<'way' | 'thanks' | 'stay' | 'failed' | 'many' | 'refused' | 'retry', string>
> = {
  sv: {
    way: 'Jag är på väg',
    thanks: 'Tack',
    stay: 'Kan Ella stanna till 18:00?',
    failed: 'Svaret kom inte fram.',
    many: 'Det var många svar på kort tid. Vänta en liten stund.',
    refused: 'Det svaret går inte att ge nu.',
    retry: 'Försök igen',
  },
  en: {
    way: 'I’m on my way',
    thanks: 'Thanks',
    stay: 'Can Ella stay until 18:00?',
    failed: 'Your reply did not get through.',
    many: 'That was many replies in a short time. Wait a moment.',
    refused: 'That reply is not possible now.',
    retry: 'Try again',
  },
};
const GIVEN: Record<Language, string> = {
  sv: 'Du svarade: Jag är på väg',
  en: 'You replied: I’m on my way',
};
const SENT: Record<Language, string> = { sv: 'Skickat 16:10', en: 'Sent 16:10' };
const UNDO: Record<Language, string> = { sv: 'Ångra', en: 'Undo' };
const TAKEN_BACK: Record<Language, string> = {
  sv: 'Svaret är återtaget.',
  en: 'Your reply was taken back.',
};
const KEPT: Record<Language, string> = {
  sv: 'Det gick inte att ångra. Svaret ligger kvar.',
  en: 'It could not be undone. Your reply still stands.',
};
const ASKED: Record<Language, string> = { sv: 'Du frågade: ', en: 'You asked: ' };
const onMyWay = shown({ answer: { code: 'on-my-way', at: at('15:10') } });

test('an answer is sent once however often it is pressed, and stands on the card', async ({
  page,
  server,
  language,
}) => {
  const words = WORDS[language];
  const link = await fakeLink(page, shown());
  const { passed, open } = gate();
  await page.route('**/api/visit-link/answer', async (route) => {
    await passed;
    await route.fallback();
  });
  link.answer = () => onMyWay;
  await page.goto(`${server.url}/visit#${SECRET}`);
  const button = page.getByRole('button', { name: words.way });
  await button.dblclick();
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toBeFocused();
  open();
  await expect(page.getByRole('main').getByText(GIVEN[language])).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeFocused();
  expect(link.asked('answer')).toEqual([{ link: SECRET, answer: { code: 'on-my-way' } }]);
  await expect(page.locator('#announce-polite')).toHaveText(`${GIVEN[language]} ${SENT[language]}`);
});

test('a reader asks for one of four half hours, after the planned time if there is one', async ({
  page,
  server,
  language,
}) => {
  const link = await openVisit(page, server.url);
  const times = page.getByRole('group').getByRole('button');
  await expect(times).toHaveCount(4);
  await expect(times).toContainText(['16:30', '17:00', '17:30', '18:00']);
  for (const button of await page.getByRole('main').getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(64);
  await page.getByRole('button', { name: WORDS[language].stay }).click();
  await expect
    .poll(() => link.asked('answer'))
    .toEqual([{ link: SECRET, answer: { code: 'stay', until: at('17:00') } }]);
  link.reply = shown({ expected: at('17:00') });
  await page.reload();
  await expect(times).toContainText(['18:30', '19:00', '19:30', '20:00']);
});

test('what was sent can be taken back for ten seconds, and nothing moves meanwhile', async ({
  page,
  server,
  language,
}) => {
  const words = WORDS[language];
  await page.clock.install();
  const link = await openVisit(page, server.url);
  const button = page.getByRole('button', { name: words.way });
  const undo = page.getByRole('button', { name: UNDO[language] });
  const before = await button.boundingBox();
  link.answer = () => onMyWay;
  await button.click();
  await expect(undo).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('main')).toContainText(SENT[language]);
  expect(await button.boundingBox()).toEqual(before);
  expect(await violationsOn(page)).toEqual([]);
  link.answer = () => shown();
  await undo.click();
  await expect(page.getByRole('main')).toContainText(TAKEN_BACK[language]);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await button.boundingBox()).toEqual(before);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.locator('#announce-polite')).toHaveText(TAKEN_BACK[language]);
  expect(link.asked('answer').at(-1)).toEqual({ link: SECRET, answer: { takesBack: at('15:10') } });
  link.answer = () => onMyWay;
  await button.click();
  await expect(undo).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(undo).toBeHidden();
  await expect(page.getByRole('main')).toContainText(SENT[language]);
});

test('an answer that is not taken back says that it stands; the one before it comes back with words', {
  tag: '@full',
}, async ({ page, server, language }) => {
  await page.clock.install();
  const asked = { code: 'stay' as const, until: at('17:00'), at: at('15:09') };
  const link = await openVisit(page, server.url, shown({ answer: asked }));
  const main = page.getByRole('main');
  const alert = main.getByRole('alert');
  const undo = page.getByRole('button', { name: UNDO[language] });
  link.answer = () => onMyWay;
  await page.getByRole('button', { name: WORDS[language].way }).click();
  link.answer = () => 'offline';
  await undo.click();
  await expect(alert.getByText(KEPT[language], { exact: true })).toBeVisible();
  await expect(main).toContainText(GIVEN[language]);
  await expect(undo).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  link.answer = () => shown({ answer: asked });
  await alert.getByRole('button', { name: WORDS[language].retry }).click();
  await expect(alert).toBeHidden();
  const stands = `${ASKED[language]}${WORDS[language].stay}`;
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(stands);
  await expect(page.locator('#announce-polite')).toContainText(`${TAKEN_BACK[language]} ${stands}`);
});

test('an answer that another reader replaced is taken back by nobody else, and theirs is shown', {
  tag: '@full',
}, async ({ page, server, language }) => {
  await page.clock.install();
  const link = await openVisit(page, server.url);
  const undo = page.getByRole('button', { name: UNDO[language] });
  const thanks = page.getByRole('button', { name: WORDS[language].thanks });
  link.answer = () => onMyWay;
  await page.getByRole('button', { name: WORDS[language].way }).click();
  link.answer = () => 'refused';
  link.reply = shown({ answer: { code: 'thanks', at: at('15:11') } });
  await undo.click();
  await expect(thanks).toHaveAttribute('aria-pressed', 'true');
  await expect(undo).toBeHidden();
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
});

test('while one time is asked for the others wait for the answer, and no time ever breaks', {
  tag: '@full',
}, async ({ page, server }) => {
  const asked = { code: 'stay' as const, until: at('17:00'), at: at('15:10') };
  const link = await openVisit(page, server.url, shown({ answer: asked }));
  const times = page.getByRole('group').getByRole('button');
  const disabled = () => times.evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled));
  await expect(times).toHaveCount(4);
  expect(await disabled()).toEqual([true, true, true, false]);
  await expect(times.last()).toHaveAttribute('aria-pressed', 'true');
  for (const [width, columns] of [
    [390, 2],
    [360, 2],
    [1280, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const places = await times.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect([width, new Set(places).size]).toEqual([width, columns]);
    const lines = await times.evaluateAll((all) =>
      all.map((one) => one.lastElementChild?.getClientRects().length),
    );
    expect(lines).toEqual([1, 1, 1, 1]);
  }
  link.reply = shown({ answer: { ...asked, reply: { yes: false, at: at('15:11') } } });
  await page.reload();
  await expect(times).toHaveCount(4);
  expect(await disabled()).toEqual([false, false, false, false]);
});

test('a visit that is over takes thanks alone', async ({ page, server, language }) => {
  await openVisit(page, server.url, shown({ open: false, left: end('15:09') }));
  await expect(page.getByRole('main').getByRole('button')).toHaveText([WORDS[language].thanks]);
});

test('an answer that fails says so and is sent again at a press', { tag: '@full' }, async ({
  page,
  server,
  language,
}) => {
  const words = WORDS[language];
  await page.clock.install();
  const link = await openVisit(page, server.url);
  const press = page.getByRole('button', { name: words.way });
  const alert = page.getByRole('main').getByRole('alert');
  link.answer = () => 'offline';
  await press.click();
  await expect(alert).toContainText(words.failed);
  expect(await violationsOn(page)).toEqual([]);
  link.answer = () => 'busy';
  await alert.getByRole('button', { name: words.retry }).click();
  await passPause(page, link, 2);
  await expect(alert).toContainText(words.many);
  link.answer = () => onMyWay;
  await alert.getByRole('button', { name: words.retry }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('main').getByText(GIVEN[language])).toBeVisible();
  expect(link.asked('answer')).toHaveLength(4);
  link.answer = () => 'dead';
  await page.getByRole('button', { name: words.thanks }).click();
  await expect(page.getByRole('main')).not.toContainText('Ella');
});

test('an answer that follows another too soon is given by itself a little later', { tag: '@full' }, async ({
  page,
  server,
  language,
}) => {
  const words = WORDS[language];
  await page.clock.install();
  const link = await openVisit(page, server.url);
  const button = page.getByRole('button', { name: words.way });
  link.answer = () => 'busy';
  await button.click();
  await expect.poll(() => link.asked('answer')).toHaveLength(1);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  link.answer = () => onMyWay;
  await passPause(page, link, 1);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
});

test('a first look that is one too many is soon made again', { tag: '@full' }, async ({ page, server }) => {
  const link = await openVisit(page, server.url, 'busy');
  await expect.poll(() => link.asked('look').length).toBeGreaterThan(0);
  link.reply = shown();
  // Within the five seconds of an expectation, not the twenty of a poll.
  await expect(page.getByRole('main')).toContainText('Ella');
});

test('a failure comes into view, and is over once its answer can no longer be given', {
  tag: '@full',
}, async ({ page, server, language }) => {
  const words = WORDS[language];
  await page.clock.install();
  const link = await openVisit(page, server.url);
  const alert = page.getByRole('main').getByRole('alert');
  link.answer = () => 'busy';
  await page.getByRole('button', { name: words.stay }).click();
  await passPause(page, link, 1);
  await expect(alert.getByRole('button', { name: words.retry })).toBeInViewport({ ratio: 1 });
  link.reply = shown({ open: false, left: end('15:09') });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('main').getByRole('button')).toHaveText([words.thanks]);
  await expect(alert).toBeHidden();
});

/** Lets the pause after the `asked`th request for an answer pass, until the next one was sent. */
async function passPause(page: Page, link: FakeLink, asked: number): Promise<void> {
  await expect.poll(() => link.asked('answer')).toHaveLength(asked);
  // The pause begins with the reply, a moment after the request.
  await expect
    .poll(async () => {
      await page.clock.fastForward(1000);
      return link.asked('answer').length;
    })
    .toBeGreaterThan(asked);
}
