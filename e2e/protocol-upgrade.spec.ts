import { expect, type Page } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { LATER, LATER_PROTOCOL, NEXT_PROTOCOL, NEXT_VERSION } from '#tests/support/server/next-version.ts';
import type { RunningServer } from '#tests/support/server/server-process.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE, untilControlled } from './support/offline.ts';
import { filled, type Words } from './support/parent.ts';
import { waitForSync } from './support/unsent.ts';
import { family, NEXT_SERVER, test } from './support/upgrades.ts';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ allowConsole }) => {
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

const ella = (page: Page, words: Words, button: 'checkInNamed' | 'checkOutNamed') =>
  page.getByRole('button', { name: filled(words.people[button], { name: 'Ella' }) });

test('after a change of protocol an open page takes each new version by itself, with its unsent tap', async ({
  openBrowser,
  ownServer: server,
  startInPlaceOf,
  words,
}) => {
  const page = await openBrowser();
  await family(page, server.url);
  await open(page, server);
  const other = await page.context().newPage();
  await open(other, server, '/history');
  await page.bringToFront();
  await server.stop();
  await ella(page, words, 'checkInNamed').click();
  await test.step('by a reload', async () => {
    const next = await startInPlaceOf(server, NEXT);
    await page.reload();
    await shows(page, NEXT_VERSION.after);
    await waitForSync(page);
    await expect(ella(page, words, 'checkOutNamed')).toBeVisible();
    await next.stop();
  });
  await test.step('without one just after that, also if another tab has taken it first', async () => {
    await ella(page, words, 'checkOutNamed').click();
    const isBack = await intercept(page, SYNC);
    await startInPlaceOf(server, AFTER_NEXT);
    await wake(other);
    await shows(other, LATER);
    isBack();
    await wake(page);
    await shows(page, LATER);
    await waitForSync(page);
    await expect(ella(page, words, 'checkInNamed')).toBeVisible();
  });
});

test('after two changes of protocol the first start is the newest version, with what waits', async ({
  openBrowser,
  ownServer: server,
  startInPlaceOf,
  words,
}) => {
  const before = await openBrowser();
  await family(before, server.url);
  await open(before, server);
  await server.stop();
  await ella(before, words, 'checkInNamed').click();
  await expect(ella(before, words, 'checkOutNamed')).toBeVisible();
  const page = await openBrowser();
  await startInPlaceOf(server, AFTER_NEXT);
  await page.goto(`${server.url}/dashboard`);
  await shows(page, LATER);
  await waitForSync(page);
  await expect(ella(page, words, 'checkOutNamed')).toBeVisible();
});

test('a tab that is too old keeps what is typed, and shows the new version once it is left', async ({
  openBrowser,
  ownServer: server,
  startInPlaceOf,
  words,
}) => {
  const { update, common, profile } = words;
  const page = await openBrowser();
  await family(page, server.url);
  await open(page, server);
  const typing = await page.context().newPage();
  await open(typing, server, '/profile');
  const field = typing.getByLabel(profile.firstName);
  const held = async (typed: string) => {
    await expect(typing.getByText(update.tooOldTitle)).toBeVisible({ timeout: 30_000 });
    const waiting = () =>
      typing.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await expect.poll(waiting).toBeUndefined();
    await expect(field).toHaveValue(typed);
    await expect(typing.getByText(common.waitingForNetwork)).toHaveCount(0);
  };
  await server.stop();

  await test.step('while another tab takes it; a reload by hand', async () => {
    await field.fill('Maria');
    await ella(page, words, 'checkInNamed').click();
    const next = await startInPlaceOf(server, NEXT);
    await wake(typing);
    await held('Maria');
    await shows(typing, NEXT_VERSION.before);
    await wake(page);
    await shows(page, NEXT_VERSION.after);
    await held('Maria');
    await typing.reload();
    await shows(typing, NEXT_VERSION.after);
    await waitForSync(page);
    await next.stop();
  });

  await test.step('its button asks first', async () => {
    await field.fill('Maja');
    await startInPlaceOf(server, AFTER_NEXT);
    await wake(typing);
    await held('Maja');
    await typing.getByRole('button', { name: common.crash.reload }).click();
    await typing.getByRole('button', { name: common.leaving.leave }).click();
    await shows(typing, LATER);
  });
});
