import { expect, type Page } from '@playwright/test';
import { STORED_TEXTS } from '#client/link-page/translations/stored-texts.ts';
import { loadTexts } from '#client/link-page/translations/texts.ts';
import type { Language } from '#domain/language.ts';
import { HOSTILE_NAMES } from '#tests/support/people/hostile-names.ts';
import { IN, LEAD, shown, VISIT_STATES } from '#tests/support/people/shared-visits.ts';
import { brokenRules, violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled } from './support/parent.ts';
import { fakeLink, headlineOf, lookAgain, openVisit, SECRET } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });
// The browser names each reply that is an error.
test.beforeEach(() => allowConsole(/Failed to (load resource|fetch)/));

const TITLE: Record<Language, string> = { sv: 'Ett besök – Framme', en: 'A visit – Framme' };

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  for (const text of texts)
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
}

test('each state of a visit is in words, passes axe and fits every width', async ({
  page,
  server,
  language,
}) => {
  const link = await openVisit(page, server.url);
  for (const { name, visit, texts } of VISIT_STATES)
    await test.step(name, async () => {
      link.reply = shown(visit);
      await lookAgain(page);
      await expectTexts(page, texts[language]);
      expect(await violationsOn(page), name).toEqual([]);
      if (process.env.TESTS === 'short') return;
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await brokenRules(page), `${name}, in dark colours`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    });
  await expect(page).toHaveTitle(TITLE[language]);
  expect(link.asked('look')[0]).toEqual({ link: SECRET, shown: false });
  expect(page.url()).toBe(`${server.url}/visit#${SECRET}`);
});

test('hostile names are text, with a direction of their own', { tag: '@once' }, async ({ page, server }) => {
  await page.addInitScript(() => Object.assign(window, { hit: undefined }));
  const link = await openVisit(page, server.url);
  for (const visitor of [...HOSTILE_NAMES, 'عمر', '🦄'.repeat(20), 'Maximiliana'.repeat(6)]) {
    link.reply = shown({ visitor, child: 'נח' });
    await lookAgain(page);
    await expect(headlineOf(page)).toHaveText(`${visitor} är hos נח`);
    await expect(page.locator('h1 bdi')).toHaveCount(2);
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await expect(page).toHaveTitle(TITLE.sv);
});

test('a damaged link shows its visit, and its secret is in no address that is asked for after the first', {
  tag: '@once',
}, async ({ page, server, language }) => {
  const link = await fakeLink(page, shown());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const damage of [
    `#${SECRET.toUpperCase()}\u200b&fbclid=1`,
    `%23${SECRET}?utm_source=x`,
    `?lng=${language}%2523${SECRET}`,
  ])
    await test.step(damage, async () => {
      await page.goto('about:blank');
      link.asked('look').length = asked.length = 0;
      await page.goto(`${server.url}/visit${damage}`);
      await expectTexts(page, IN[language]);
      expect(link.asked('look')).toContainEqual({ link: SECRET, shown: false });
      const [, ...later] = asked.filter((url) => !url.startsWith('about:'));
      for (const url of later) expect(new URL(url).pathname + new URL(url).search).not.toContain(SECRET);
    });
});

const DEAD: Record<Language, string[]> = {
  sv: [
    'Länken gäller inte längre.',
    'Den kan vara för gammal eller återtagen. Fråga den som skickade den.',
    LEAD.sv,
  ],
  en: ['This link no longer works.', 'It may be too old, or stopped. Ask the sender.', LEAD.en],
};
const TOO_NEW: Record<Language, string> = {
  sv: 'Är länken alldeles ny kan det dröja innan den börjar gälla. Sidan försöker igen.',
  en: 'If the link is brand new, it may take a while to start working. The page tries again.',
};
const INITIAL_CONNECTION: Record<Language, string> = {
  sv: 'Ingen kontakt. Senast uppdaterad 16:10.',
  en: 'No contact. Last updated 16:10.',
};
const TAKEN_BACK: Record<Language, string[]> = {
  sv: ['Länken gäller inte längre.', 'Den är återtagen. Fråga den som skickade den.', LEAD.sv],
  en: ['This link no longer works.', 'It has been stopped. Ask the sender.', LEAD.en],
};

test('a link that is too new is tried again, shows the visit, loses contact and finds it again, and is taken back', {
  tag: '@once',
}, async ({ page, server, language }) => {
  await page.clock.install();
  const link = await openVisit(page, server.url, 'dead');
  await expectTexts(page, [...DEAD[language], TOO_NEW[language]]);
  expect(await violationsOn(page)).toEqual([]);
  link.reply = shown();
  await page.clock.fastForward(10_500);
  await expectTexts(page, IN[language]);
  link.reply = 'offline';
  await page.clock.fastForward(21_000);
  await expectTexts(page, IN[language].slice(1, 2));
  // One running text: a time that is a column of its own would have lines of its own.
  await expect(page.getByRole('main').getByText(INITIAL_CONNECTION[language])).toHaveText(
    INITIAL_CONNECTION[language],
    {
      useInnerText: true,
    },
  );
  expect(await violationsOn(page)).toEqual([]);
  link.reply = shown();
  await page.clock.fastForward(21_000);
  await expectTexts(page, IN[language]);
  link.reply = 'dead';
  await page.clock.fastForward(21_000);
  await expectTexts(page, TAKEN_BACK[language]);
  await expect(page.getByRole('main')).not.toContainText('Ella');
  expect(await violationsOn(page)).toEqual([]);
  const looks = link.asked('look').length;
  await page.clock.fastForward(60_000);
  expect(link.asked('look')).toHaveLength(looks);
});

test('a dead link is tried for five minutes, then at a press', { tag: '@full' }, async ({ parent }) => {
  const { page, language, url } = parent;
  await page.clock.install();
  const link = await openVisit(page, url, 'dead');
  await expectTexts(page, [TOO_NEW[language]]);
  for (let tries = 0; tries < 31; tries += 1) {
    await page.clock.fastForward(10_000);
    await page.clock.runFor(50);
  }
  await expect(page.getByRole('main').getByText(TOO_NEW[language])).toBeHidden();
  await expectTexts(page, DEAD[language]);
  const tried = link.asked('look').length;
  await page.clock.fastForward(60_000);
  expect(link.asked('look')).toHaveLength(tried);
  link.reply = shown();
  await page.getByRole('main').getByRole('button').click();
  await expectTexts(page, IN[language]);
});

test('what is stored is in a dialog that Escape and a button close', async ({ page, server, language }) => {
  const { answers, footer, refused, dead } = await loadTexts(language);
  const { stored } = STORED_TEXTS[language];
  const link = await openVisit(page, server.url);
  const button = page.getByRole('button', { name: footer.stored });
  const letThrough = await intercept(page, /stored-dialog/);
  await button.click();
  await expect(page.getByRole('alert')).toBeVisible();
  letThrough();
  await button.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: footer.stored });
  for (const text of [
    ...['Ella Lind', '15:05', filled(stored.phoneEnding, { digits: '67' })],
    ...[stored.before, filled(answers.said, { answer: answers.thanks }), stored.noteHidden],
    filled(stored.keptFor, { time: filled(stored.days, { days: 90 }) }),
    ...[refused.hostUnknown, `${stored.complaint} ${stored.authority.name}`],
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  expect(page.url()).toBe(`${server.url}/visit#${SECRET}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByRole('button', { name: stored.close }).click();
  await expect(button).toBeFocused();
  await expect.poll(() => link.asked('stored')).toEqual([{ link: SECRET }, { link: SECRET }]);
  expect(link.asked('refuse')).toEqual([]);
  link.reply = 'dead';
  await button.click();
  await expect(dialog).toContainText(dead.title);
});

test('a reader asks to be removed, and the page shows nothing of the child', async ({ parent }) => {
  const { page, language, url } = parent;
  const { footer, refused } = await loadTexts(language);
  const { refuse } = STORED_TEXTS[language];
  const link = await openVisit(page, url);
  await page.getByRole('button', { name: footer.stored }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: refuse.confirm.removal });
  await dialog.getByRole('button', { name: refuse.removal }).click();
  await dialog.getByRole('button', { name: refuse.cancel }).click();
  await expect(confirm).toBeHidden();
  await dialog.getByRole('button', { name: refuse.removal }).click();
  link.answer = () => 'offline';
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText(refuse.failed);
  expect(await violationsOn(page)).toEqual([]);
  link.answer = () => ({});
  await confirm.click();
  const main = page.getByRole('main');
  for (const text of [refused.title, refused.text, refused.removalAsked])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByRole('heading')).toBeFocused();
  await expect(page.locator('body')).not.toContainText('Ella');
  expect(await violationsOn(page)).toEqual([]);
  expect(link.asked('refuse').at(-1)).toEqual({ link: SECRET, remove: true });
});
