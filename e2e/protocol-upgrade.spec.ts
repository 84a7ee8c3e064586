import { expect, type Page } from '@playwright/test';
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { LATER, LATER_PROTOCOL, NEXT_PROTOCOL, NEXT_VERSION } from '#tests/support/server/next-version.ts';
import type { RunningServer } from '#tests/support/server/server-process.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE, untilControlled } from './support/offline.ts';
import { filled, noahWith, person, type Words } from './support/parent.ts';
import { untilSettled } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';
import { family, NEXT_SERVER, test } from './support/upgrades.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(() => {
  allowConsole(SERVER_GONE);
  allowConsole(/status of (404|409|503)|ERR_FAILED/);
});

const NEXT = { ...NEXT_SERVER, env: NEXT_PROTOCOL };
const SYNC = `**${calls.sync.path}`;
const AFTER_NEXT = { ...NEXT_SERVER, env: LATER_PROTOCOL };

const shows = (page: Page, sentence: string) =>
  expect(page.getByText(sentence)).toBeAttached({ timeout: 30_000 });
const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

/** Opens a family's page, which the device can answer from then on. */
async function open(page: Page, { url }: RunningServer, path = '/dashboard'): Promise<void> {
  await page.goto(url + path);
  await shows(page, NEXT_VERSION.before);
  await untilControlled(page);
}

const ella = (page: Page, words: Words, button: 'checkInNamed' | 'checkOutNamed' | 'undoNamed') =>
  page.getByRole('button', { name: filled(words.people[button], { name: 'Ella' }) });

test('after each change of protocol an open page takes the new version by itself, with its unsent tap, and a tab keeps what is typed', async ({
  openBrowser,
  ownServer: server,
  startInPlaceOf,
  words,
}) => {
  const { update, common, profileForm } = words;
  const page = await openBrowser();
  await family(page, server.url);
  await open(page, server);
  const typing = await page.context().newPage();
  await open(typing, server, '/profile');
  await page.bringToFront();
  const field = typing.getByLabel(profileForm.firstName);
  const held = async (typed: string) => {
    await expect(typing.getByText(update.tooOldTitle)).toBeVisible({ timeout: 30_000 });
    const waiting = () =>
      typing.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await expect.poll(waiting).toBeUndefined();
    await expect(field).toHaveValue(typed);
    await expect(typing.getByText(common.waitingForNetwork)).toHaveCount(0);
  };
  await server.stop();

  await test.step('it takes it; the tab waits for a reload by hand', async () => {
    await field.fill('Maria');
    await ella(page, words, 'checkInNamed').click();
    const next = await startInPlaceOf(server, NEXT);
    await wake(typing);
    await held('Maria');
    await shows(typing, NEXT_VERSION.before);
    await wake(page);
    await shows(page, NEXT_VERSION.after);
    await held('Maria');
    await waitForSync(page);
    await expect(ella(page, words, 'checkOutNamed')).toBeVisible();
    await typing.reload();
    await shows(typing, NEXT_VERSION.after);
    await next.stop();
  });

  await test.step('just after that too, though the tab, whose button asks first, has taken it before', async () => {
    await field.fill('Maja');
    await ella(page, words, 'checkOutNamed').click();
    const isBack = await intercept(page, SYNC);
    await startInPlaceOf(server, AFTER_NEXT);
    await wake(typing);
    await held('Maja');
    await typing.getByRole('button', { name: common.crash.reload }).click();
    await typing.getByRole('button', { name: common.leaving.leave }).click();
    await shows(typing, LATER);
    isBack();
    await wake(page);
    await shows(page, LATER);
    await waitForSync(page);
    await expect(ella(page, words, 'checkInNamed')).toBeVisible();
  });
});

test('after two changes of protocol the first start is the newest version, with what waits', {
  tag: '@full',
}, async ({ openBrowser, ownServer: server, startInPlaceOf, words }) => {
  const before = await openBrowser();
  await family(before, server.url);
  await open(before, server);
  await server.stop();
  await ella(before, words, 'checkInNamed').click();
  await expect(ella(before, words, 'undoNamed')).toBeVisible();
  const page = await openBrowser();
  await startInPlaceOf(server, AFTER_NEXT);
  await page.goto(`${server.url}/dashboard`);
  await shows(page, LATER);
  await waitForSync(page);
  await expect(ella(page, words, 'checkOutNamed')).toBeVisible();
});

test('a page too new for the server says so, keeps its taps and sends them after a reload', {
  tag: '@full',
}, async ({ page, ownServer: server, parent, words }) => {
  const { update, common } = words;
  const speak = (protocol: number) =>
    intercept(page, SYNC, (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), protocol }) }),
    );
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));

  let letThrough = await speak(0);
  await test.step('too old where the server has no newer page: it reloads once, and goes on asking', async () => {
    const reloaded = page.waitForEvent('load');
    await ella(page, words, 'checkInNamed').click();
    await reloaded;
    await expect(parent.shown(update.tooOldTitle)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(common.notSentYet, { exact: true })).toBeVisible();
    expect(server.stdout).not.toContain('"Ella" in');
  });

  await test.step('too new', async () => {
    letThrough();
    letThrough = await speak(PROTOCOL + 1);
    await untilSettled(ella(page, words, 'checkOutNamed'));
    await ella(page, words, 'checkOutNamed').click();
    await expect(parent.shown(update.tooNewTitle)).toBeVisible();
    await expect(parent.shown(update.tooOldTitle)).toHaveCount(0);
  });

  letThrough();
  await page.reload();
  await expect.poll(() => server.stdout).toContain('"Ella" out');
  expect(server.stdout).toContain('"Ella" in');
  await expect(parent.shown(update.tooNewTitle)).toHaveCount(0);
});
