import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type Language, LOCALES } from '#domain/language.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { TwoFamilies } from './support/followers.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { untilOpen, untilStill } from './support/still.ts';

test.use({ viewport: { width: 360, height: 640 } });

/** A banner comes once the board was left alone for a while, in ms. */
const FOLLOWS = { timeout: 15_000 };

const FOLLOW: Record<Language, { follow: string; asked: string }> = {
  sv: { follow: 'Följ Ella i din Framme', asked: 'Frågan är ställd. De har inte svarat.' },
  en: { follow: 'Follow Ella in your Framme', asked: 'Asked. They haven’t answered yet.' },
};

/** The home as it is named to the host. */
const HOME = 'Astrid Berg';

const yes = (page: Page, { followers }: Words, home = HOME) =>
  page.getByRole('button', { name: `${followers.yes}. ${home}, Ella` });
const end = (page: Page, { followers }: Words) =>
  page.getByRole('button', { name: `${followers.end}. ${HOME}, Ella` });

function question({ followers }: Words, name = 'Ella'): string {
  return filled(followers.question.one, { parents: HOME, name });
}

/** Opens the questions of other families by the banner, which comes once the board is still. */
async function openQuestions(page: Page, { common, linkRefusals }: Words): Promise<void> {
  const dialog = page.getByRole('dialog', { name: linkRefusals.heading });
  await untilOpen(page.getByRole('button', { name: common.banner.askedOpen }), dialog);
}

/** Ends a following by the dialog that asks once. */
async function confirmEnd(page: Page, { followers }: Words): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: followers.end, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the page of the link in a browser of the home. */
async function openLink(families: TwoFamilies, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await families.open(page, 'home');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('framme.account'))).not.toBeNull();
  await page.goto(`${families.home.url}/visit#${families.linked.link}`);
  return page;
}

test('a parent asks on the page of a link in one press; the host says yes, sees it and ends it', async ({
  page,
  browser,
  watch,
  server,
  language,
  words,
  allowConsole,
}) => {
  allowConsole(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const families = await TwoFamilies.register(server.url, language);
  const locale = LOCALES[language];
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale });
  watch(context);
  const reader = await openLink(families, context);
  const listens = page.waitForResponse((response) => response.url().includes('/api/live?cursor='));
  await families.open(page, 'host');
  await listens;

  await test.step('the page names nothing of the account', async () => {
    await expect(reader.getByRole('button', { name: FOLLOW[language].follow })).toBeVisible();
    const { household, uid, email } = families.home.account;
    const html = await reader.content();
    for (const own of [household, uid, email, 'Berg']) expect(html).not.toContain(own);
    expect(await violationsOn(reader)).toEqual([]);
  });

  await test.step('without the network it says so, and asks with the next press', async () => {
    await context.setOffline(true);
    await reader.getByRole('button', { name: FOLLOW[language].follow }).click();
    await expect(reader.getByRole('alert')).toBeVisible();
    await context.setOffline(false);
    await reader.getByRole('button', { name: FOLLOW[language].follow }).dblclick();
    await expect(reader.getByText(FOLLOW[language].asked)).toBeFocused();
    await expect(reader.getByRole('link', { name: words.following.heading })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    expect(await families.followed()).toMatchObject([{ agreedAt: null, visit: null }]);
  });

  await test.step('the open board asks; without the network the answer says so in its place', async () => {
    const banner = page.getByText(filled(words.common.banner.followTitle.one, { name: 'Ella' }));
    await expect(banner).toBeInViewport(FOLLOWS);
    expect(await violationsOn(page)).toEqual([]);
    await openQuestions(page, words);
    await expect(page.getByText(families.home.account.email)).toBeVisible();
    await expect(
      page.getByText(filled(words.followers.byLink, { time: '' }).trim().slice(0, -1)),
    ).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await expect(yes(page, words)).toBeInViewport({ ratio: 1 });
    const isBack = await intercept(page, '**/api/**');
    await yes(page, words).click();
    const group = page.getByRole('group', { name: question(words) });
    await expect(group.getByRole('alert')).toHaveText(words.followers.failed.offline);
    expect(await families.followed()).toMatchObject([{ agreedAt: null, visit: null }]);
    isBack();
    await yes(page, words).dblclick();
    await expect(page.getByText(question(words))).toBeHidden();
    await expect(page.getByText(filled(words.followers.saidYes, { name: 'Ella' })).last()).toBeVisible();
    expect(await families.followed()).toMatchObject([{ name: 'Ella', visit: { visitor: 'Ella' } }]);
  });

  await test.step('it stands in the sheet, which ends it after a question', async () => {
    await page.getByRole('button', { name: /^Ella Berg/ }).click();
    const followed = filled(words.followers.followedBy, { parents: HOME, date: '' }).trim();
    await expect(page.getByRole('dialog')).toContainText(followed);
    expect(await violationsOn(page)).toEqual([]);
    await end(page, words).click();
    expect(await violationsOn(page)).toEqual([]);
    await confirmEnd(page, words);
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await families.followed()).toEqual([]);
  });
  await context.close();
});

test('a no removes the question; a yes in the profile stands at the row, which ends it', async ({
  page,
  server,
  language,
  words,
  allowConsole,
}) => {
  allowConsole(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const families = await TwoFamilies.register(server.url, language);
  await families.ask();
  await families.open(page, 'host', `/profile?child=${families.linked.ref.child}`);
  await page.getByRole('button', { name: `${words.followers.no}. ${HOME}, Ella` }).click();
  await expect(page.getByText(question(words))).toBeHidden();
  expect(await families.followed()).toEqual([]);
  // The family that was refused waits for a day; another one of its name asks.
  await families.askOther('Berg');
  await page.reload();
  await yes(page, words).click();
  const dialog = page.getByRole('alertdialog');
  // A second click in the place of the first, soon after it, counts as its double.
  await untilOpen(end(page, words), dialog);
  const isBack = await intercept(page, '**/api/**');
  await dialog.getByRole('button', { name: words.followers.end, exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(words.followers.failed.offline);
  isBack();
  await confirmEnd(page, words);
  await expect(end(page, words)).toBeHidden();
  expect(await families.followers()).toEqual([]);
});

test('another first name at the friend shows nothing, and the host is asked anew', async ({
  page,
  server,
  language,
  words,
}) => {
  const families = await TwoFamilies.register(server.url, language);
  await families.ask({ yes: true });
  await families.renameFriend('Alva Berg');
  expect(await families.followed()).toMatchObject([{ visit: null }]);
  await families.open(page, 'host');
  await openQuestions(page, words);
  await expect(page.getByText(question(words, 'Alva'))).toBeVisible();
  await expect(page.getByText(filled(words.followers.renamed, { was: 'Ella', name: 'Alva' }))).toBeVisible();
  await page.getByRole('button', { name: `${words.followers.yes}. ${HOME}, Alva` }).click();
  await expect(page.getByText(question(words, 'Alva'))).toBeHidden();
  expect(await families.followed()).toMatchObject([{ name: 'Alva', visit: { visitor: 'Alva' } }]);
});

test('a board that nobody touches shows a question at once, and a finger on its way gives no answer', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  const families = await TwoFamilies.register(server.url, language);
  await families.ask();
  await families.askOther('Dahl');
  await page.addInitScript(holdTimers, 800);
  const arrive = Promise.withResolvers<void>();
  await page.route('**/api/followers', async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await families.open(page, 'host');
  const row = page.getByRole('listitem').filter({ hasText: 'Ella Berg' }).first();
  await untilStill(row);
  arrive.resolve();
  await openQuestions(page, words);
  await yes(page, words).click({ force: true });
  await page.waitForTimeout(300);
  expect(await families.followed()).toMatchObject([{ agreedAt: null }]);
  await page.evaluate(() => window.runHeld?.());
  await yes(page, words).click();
  await expect(page.getByText(question(words))).toBeHidden();
  // The next question lies in its place now.
  await yes(page, words, 'Astrid Dahl').click({ force: true });
  await page.waitForTimeout(300);
  expect((await families.followers()).map(({ agreedAt }) => agreedAt !== null)).toEqual([true, false]);
});

/** Runs in the page: timers of this length and longer ones, in ms, wait for `runHeld`. */
function holdTimers(length: number): void {
  const real = window.setTimeout;
  const held: (() => void)[] = [];
  window.runHeld = () => held.splice(0).forEach((run) => void run());
  window.setTimeout = ((run: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => {
    if (!ms || ms < length) return real(run, ms, ...args);
    held.push(() => run(...args));
    return 0;
  }) as typeof setTimeout;
}

declare global {
  interface Window {
    runHeld?: () => void;
  }
}

test('a question that was taken back meanwhile, or answered by another parent, goes', {
  tag: '@full',
}, async ({ page, server, language, words, allowConsole }) => {
  allowConsole(/404 \(Not Found\)|ERR_FAILED/);
  const families = await TwoFamilies.register(server.url, language);
  await families.ask();
  await families.open(page, 'host');
  await openQuestions(page, words);
  // The news of it is lost.
  await page.route('**/api/followers', (route) => route.abort());
  await families.answer(false);
  await yes(page, words).click();
  await expect(page.getByText(words.followers.gone).last()).toBeVisible();
  await expect(page.getByText(question(words))).toBeHidden();
});

test('the sheet of a guest says how another family can follow, and looks the user id up nowhere', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  const families = await TwoFamilies.register(server.url, language);
  const { child } = families.linked.ref;
  for (const [name, id] of [
    ['Nils', families.home.account.uid],
    ['Otto', 'nobody-here'],
  ] as const)
    await families.host.addGuest(child, name, id);
  await families.open(page, 'host', `/profile?child=${child}`);
  const asked: string[] = [];
  await expect(page.getByRole('button', { name: /^Nils/ }).first()).toBeVisible();
  await page.waitForLoadState('networkidle').catch(() => {});
  page.on('request', (request) => asked.push(request.url()));
  for (const name of ['Nils', 'Otto']) {
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await expect(page.getByText(filled(words.followers.guest, { name }))).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  expect(asked.filter((url) => url.includes('/api/') && !url.includes('/api/sync'))).toEqual([]);
});
