import { expect, type Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { Language } from '#domain/language.ts';
import { genitive } from '#domain/names.ts';
import { shown } from '#tests/support/people/shared-visits.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { TwoFamilies } from './support/followers.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { untilRest, watchRequests } from './support/rest.ts';
import { untilOpen, untilStill } from './support/still.ts';
import { fakeLink, headlineOf, SECRET } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });

/** A banner comes once the board was left alone for a while, in ms. */
const FOLLOWS = { timeout: 15_000 };

const FOLLOW: Record<Language, { follow: string; asked: string }> = {
  sv: { follow: 'Följ Ella i din Framme', asked: 'Skickat. Väntar på svar.' },
  en: { follow: 'Follow Ella in your Framme', asked: 'Sent. Waiting for an answer.' },
};

/** The home as it is named to the host. */
const HOME = 'Astrid Berg';

const yes = (page: Page, { followers }: Words, home = HOME, name = 'Ella') =>
  page.getByRole('button', { name: `${followers.yes}. ${home}, ${name}` });
const end = (page: Page, { followers }: Words, name = 'Ella') =>
  page.getByRole('button', { name: `${followers.end}. ${HOME}, ${name}` });

function question(words: Words, name = 'Ella'): string {
  const whose = genitive(words === ALL_TEXTS.sv ? 'sv' : 'en', name);
  return filled(words.followers.question.one, { parents: HOME, whose });
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
async function openLink(families: TwoFamilies, page: Page): Promise<Page> {
  await families.open(page, 'home');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('framme.account'))).not.toBeNull();
  await page.goto(`${families.home.url}/visit#${families.linked.link}`);
  return page;
}

test('a parent asks on a link in one press; the host says yes, and ends it', async ({
  parent,
  another,
  server,
}) => {
  const { page, language, words } = parent;
  allowConsole(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const families = await TwoFamilies.register(server.url, language);
  const reader = await openLink(families, (await another()).page);
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
    await reader.context().setOffline(true);
    await reader.getByRole('button', { name: FOLLOW[language].follow }).click();
    await expect(reader.getByRole('alert')).toBeVisible();
    await reader.context().setOffline(false);
    // Before any reply: a second press of the mouse may meet the reply, and take the focus away.
    const follow = reader.getByRole('button', { name: FOLLOW[language].follow });
    await follow.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
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
});

test('in the profile a no removes the question; a yes stands at the row, asks anew with another name, and is ended', async ({
  parent,
}) => {
  const { page, language, words, url } = parent;
  allowConsole(/404 \(Not Found\)|ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const { followers } = words;
  const families = await TwoFamilies.register(url, language);
  await families.ask();
  await families.open(page, 'host', `/profile?child=${families.linked.ref.child}`);
  await page.getByRole('button', { name: `${followers.no}. ${HOME}, Ella` }).click();
  await expect(page.getByText(question(words))).toBeHidden();
  expect(await families.followed()).toEqual([]);

  await test.step('a yes, to another family of that name: the one that was refused waits for a day', async () => {
    await families.askOther('Berg');
    await page.reload();
    await yes(page, words).click();
    await expect(end(page, words)).toBeVisible();
  });

  await test.step('another first name', async () => {
    await families.renameFriend('Alva Berg');
    await page.reload();
    await expect(page.getByText(question(words, 'Alva'))).toBeVisible();
    await expect(page.getByText(filled(followers.renamed, { was: 'Ella', name: 'Alva' }))).toBeVisible();
    await yes(page, words, HOME, 'Alva').click();
    await expect(page.getByText(question(words, 'Alva'))).toBeHidden();
    expect(await families.followers()).toMatchObject([{ name: 'Alva', isPaused: false }]);
  });

  await test.step('the end, which fails at first', async () => {
    const dialog = page.getByRole('alertdialog');
    // A second click in the place of the first, soon after it, counts as its double.
    await untilOpen(end(page, words, 'Alva'), dialog);
    const isBack = await intercept(page, '**/api/**');
    await dialog.getByRole('button', { name: followers.end, exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText(followers.failed.offline);
    isBack();
    await confirmEnd(page, words);
    await expect(end(page, words, 'Alva')).toBeHidden();
    expect(await families.followers()).toEqual([]);
  });

  await test.step('a question that another parent answered meanwhile goes', async () => {
    await families.askOther('Berg');
    await page.reload();
    await expect(yes(page, words, HOME, 'Alva')).toBeVisible();
    // The news of it is lost.
    await page.route('**/api/followers', (route) => route.abort());
    await families.answer(false);
    await yes(page, words, HOME, 'Alva').click();
    await expect(page.getByText(followers.gone).last()).toBeVisible();
    await expect(page.getByText(question(words, 'Alva'))).toBeHidden();
  });
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

test('the sheet of a guest says how another family can follow, and looks the user id up nowhere', {
  tag: '@full',
}, async ({ page, server, language, words }) => {
  const families = await TwoFamilies.register(server.url, language);
  const { child } = families.linked.ref;
  await families.host.addGuest(child, 'Nils', families.home.account.uid);
  watchRequests(page);
  await families.open(page, 'host', `/profile?child=${child}`);
  await untilRest(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: /^Nils/ }).first().click();
  await expect(page.getByText(filled(words.followers.guest, { name: 'Nils' }))).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  expect(asked.filter((url) => url.includes('/api/') && !url.includes('/api/sync'))).toEqual([]);
});

test('the page of a link offers to follow to parents of another family alone, and says that the session ended', {
  tag: '@full',
}, async ({ page, server, language }) => {
  allowConsole(/Failed to load resource/);
  const families = await TwoFamilies.register(server.url, language);
  const press = page.getByRole('button', { name: FOLLOW[language].follow });
  const link = await fakeLink(page, shown());
  await page.route('**/api/following/ask', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'not-signed-in' } } }),
  );
  await page.goto(`${server.url}/visit?lng=${language}#${SECRET}`);
  await expect(headlineOf(page)).toContainText('Ella');
  await expect(press).toHaveCount(0);
  await page.evaluate(
    (account) => localStorage.setItem('framme.account', JSON.stringify(account)),
    families.home.account,
  );
  link.reply = shown({ isOwn: true });
  await page.reload();
  await expect(headlineOf(page)).toContainText('Ella');
  await expect(press).toHaveCount(0);
  link.reply = shown();
  await page.reload();
  await press.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('a[href^="/login"]')).toHaveAttribute('href', `/login?lng=${language}`);
});
