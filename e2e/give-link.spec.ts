import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { anotherBrowser } from './support/parents.ts';
import { watchRequests } from './support/rest.ts';
import {
  atTheDoor,
  copiedText,
  ELLA,
  openTell,
  Reader,
  secretIn,
  tellAfterCheckIn,
  visitOnServer,
} from './support/the-door.ts';
import { timed } from './support/timed.ts';
import { waitForPrefetched } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('a link exists once its message was copied, one however often, and the server learns its hash alone', async ({
  page,
  server,
  parent,
  words,
  language,
}) => {
  const { tellDialog, links, common } = words;
  const { home } = await atTheDoor({ page, server, language });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const dialog = await tellAfterCheckIn(page, words);
  const copy = dialog.getByRole('button', { name: tellDialog.copy });
  await expect(dialog.getByRole('switch', { name: tellDialog.link })).toBeChecked();
  await visitOnServer(home, ({ open, links: made }) => open && made === undefined);
  await copy.dblclick();
  await expect(dialog.getByText(tellDialog.copied)).toBeVisible();
  const secret = secretIn(await copiedText(page));
  const visit = await visitOnServer(home, ({ links: made }) => made !== undefined);
  expect(visit.links).toHaveLength(1);
  expect(visit.links?.[0]?.hash).toBe(createHash('sha256').update(secret).digest('base64url'));

  await test.step('opened again, the message has the same link', async () => {
    await page.keyboard.press('Escape');
    // From the row: the toast may have gone meanwhile.
    await parent.openRow(ELLA);
    await openTell(page, words);
    await copy.click();
    expect(secretIn(await copiedText(page))).toBe(secret);
    await page.keyboard.press('Escape');
  });

  await test.step('the row says that it was made', async () => {
    await page.mouse.move(1, 1);
    await expect(page.getByRole('main').getByText(timed(links.notOpened))).toBeVisible();
  });

  await test.step('whoever has it sees the visit, and no other request held the secret', async () => {
    const reader = new Reader(server.url, secret);
    expect(await reader.visit()).toMatchObject({ visitor: 'Ella', child: 'Noah', open: true });
    expect(sent.join('\n')).not.toContain(secret);
    expect((await visitOnServer(home, () => true)).links).toHaveLength(1);
  });

  await test.step('undoing the check-in says that it shows nothing any more', async () => {
    await parentUndoes();
    await expect(page.locator('#root').getByText(words.tell.linkDead)).toBeVisible();
    await expect.poll(async () => (await new Reader(server.url, secret).see(false)).status).toBe(410);
  });

  async function parentUndoes() {
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: ELLA }).first();
    await row.getByRole('button', { name: filled(words.people.undoNamed, { name: ELLA }) }).click();
    await expect(page.locator('#root').getByText(filled(common.undone, { name: ELLA }))).toBeVisible();
  }
});

test('the page has a number to call while the parent chooses to show theirs, and not before', async ({
  page,
  browser,
  server,
  words,
  language,
  watch,
}) => {
  const { tellDialog } = words;
  const { home } = await atTheDoor({ page, server, language });
  await home.run('updateProfile', { phone: '070-765 43 21' });
  const dialog = await tellAfterCheckIn(page, words);
  const shows = dialog.getByRole('switch', { name: tellDialog.phone });
  await expect(shows).not.toBeChecked();
  await dialog.getByRole('button', { name: tellDialog.copy }).click();
  await visitOnServer(home, ({ links: made }) => made?.length === 1);
  await expect(dialog.getByText(tellDialog.copied)).toBeVisible();
  const link = await copiedText(page);
  const reader = new Reader(server.url, secretIn(link));
  expect((await reader.visit()).sender).toEqual({ name: 'Astrid' });
  const other = await anotherBrowser(browser, language, watch);
  await other.page.goto(`${server.url}/visit#${secretIn(link)}`);
  await expect(other.page.getByRole('main')).toContainText('Astrid');
  const call = other.page.getByRole('link', { name: '070-765 43 21' });
  await expect(call).toHaveCount(0);
  await shows.check();
  await expect(call).toHaveAttribute('href', 'tel:+46707654321');
  await shows.uncheck();
  await expect(call).toHaveCount(0);
  expect((await reader.visit()).sender).toEqual({ name: 'Astrid' });
  await other.page.context().close();
});

test('a message without the link makes none: taken out by the switch, or typed over', {
  tag: '@full',
}, async ({ page, server, words, language }) => {
  const { tellDialog } = words;
  const { home } = await atTheDoor({ page, server, language });
  const dialog = await tellAfterCheckIn(page, words);
  const message = dialog.getByLabel(tellDialog.message);
  const whole = await message.inputValue();
  const link = dialog.getByRole('switch', { name: tellDialog.link });
  const copy = dialog.getByRole('button', { name: tellDialog.copy });
  await link.click();
  await expect(link).not.toBeChecked();
  await expect(message).toHaveValue(whole.split('\n')[0] ?? '');
  await copy.click();
  await message.fill(whole.slice(0, -1));
  await expect(link).not.toBeChecked();
  await copy.click();
  await expect.poll(() => copiedText(page)).toBe(whole.slice(0, -1));
  await home.sync();
  expect((await visitOnServer(home, () => true)).links).toBeUndefined();

  await test.step('put back, it is the same link', async () => {
    await message.fill('Hej');
    await link.click();
    await expect(message).toHaveValue(`Hej\n${whole.split('\n')[1]}`);
    await copy.click();
    await visitOnServer(home, ({ links: made }) => made?.length === 1);
  });
});

test('a text message carries the link, and a departure has none', { tag: '@full' }, async ({
  page,
  server,
  words,
  language,
}) => {
  const { tellDialog, people } = words;
  const { home } = await atTheDoor({ page, server, language });
  // No other program opens the link of a text message here.
  await page.evaluate(() => {
    document.addEventListener('click', (event) => event.preventDefault());
  });
  const dialog = await tellAfterCheckIn(page, words);
  await dialog.getByRole('link', { name: tellDialog.sms }).click();
  await visitOnServer(home, ({ links: made }) => made?.length === 1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: filled(people.checkOutNamed, { name: ELLA }) }).click();
  await expect(
    page.locator('#root').getByText(words.hereNow.checkedOut.replace('{{name}}', ELLA)),
  ).toBeVisible();
  await openTell(page, words);
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  await expect(dialog.getByLabel(tellDialog.message)).not.toHaveValue(/visit#/);
});

test('without a network the link waits like a tap, and works once there is one', { tag: '@full' }, async ({
  page,
  context,
  server,
  words,
  language,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { tellDialog, links } = words;
  watchRequests(page);
  const { home } = await atTheDoor({ page, server, language });
  const dialog = await tellAfterCheckIn(page, words);
  await visitOnServer(home, ({ open }) => open);
  await waitForPrefetched(page);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: tellDialog.copy }).click();
  await expect(dialog.getByText(tellDialog.copied)).toBeVisible();
  const reader = new Reader(server.url, secretIn(await copiedText(page)));
  await page.keyboard.press('Escape');
  await page.mouse.move(1, 1);
  await expect(page.getByRole('main').getByText(timed(links.notOpened))).toBeVisible();
  expect((await reader.see(false)).status).toBe(410);
  await context.setOffline(false);
  // Asked for once it is there: the server counts who asks for links that show nothing.
  await visitOnServer(home, ({ links: made }) => made?.length === 1);
  expect((await reader.see(false)).status).toBe(200);
});

test('where the page cannot hash, a sentence says what a link needs', { tag: '@full' }, async ({
  page,
  server,
  words,
  language,
}) => {
  const { tellDialog } = words;
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await atTheDoor({ page, server, language });
  const dialog = await tellAfterCheckIn(page, words);
  await expect(dialog.getByText(tellDialog.noLink.needsHttps)).toBeVisible();
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  await expect(dialog.getByLabel(tellDialog.message)).not.toHaveValue(/visit/);
  await dialog.getByRole('button', { name: tellDialog.copy }).click();
  await expect(dialog.getByText(tellDialog.copied)).toBeVisible();
});
