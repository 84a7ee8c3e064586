import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { giveLink } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { Thumb } from './support/taps.ts';
import {
  atTheDoor,
  copiedText,
  ELLA,
  messageParentAfterCheckIn,
  openMessageParent,
  openVisitOf,
  Reader,
  secretIn,
  visitOnServer,
} from './support/the-door.ts';
import { timed } from './support/timed.ts';
import { waitForPrefetched } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('a link exists once its message was copied, one however often, with a number to call while the parent chooses so', async ({
  parent,
  server,
}) => {
  const { page, words, language } = parent;
  const { messageParentDialog, links, common } = words;
  const { home } = await atTheDoor({ page, server, language });
  await home.run('updateProfile', { phone: '070-765 43 21' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const thumb = new Thumb(page);
  const dialog = await messageParentAfterCheckIn(page, words, thumb);
  const copy = dialog.getByRole('button', { name: common.copy });
  await expect(dialog.getByRole('switch', { name: messageParentDialog.link })).toBeChecked();
  await visitOnServer(home, ({ open, links: made }) => open && made === undefined);
  await thumb.press(copy);
  expect(thumb.taps).toBe(2);
  await copy.click();
  await expect(dialog.getByText(messageParentDialog.copied)).toBeVisible();
  const secret = secretIn(await copiedText(page));
  const visit = await visitOnServer(home, ({ links: made }) => made !== undefined);
  expect(visit.links).toHaveLength(1);
  expect(visit.links?.[0]?.hash).toBe(createHash('sha256').update(secret).digest('base64url'));
  const reader = new Reader(server.url, secret);
  const sender = async () => (await reader.visit()).sender;

  await test.step('the number is shown as long as it is chosen, and not before', async () => {
    const shows = dialog.getByRole('switch', { name: messageParentDialog.phone });
    await expect(shows).not.toBeChecked();
    expect(await sender()).toEqual({ name: 'Astrid' });
    await shows.check();
    await expect.poll(sender).toMatchObject({ phone: '070-765 43 21', e164: '+46707654321' });
    await shows.uncheck();
    await expect.poll(sender).toEqual({ name: 'Astrid' });
  });

  await test.step('opened again, the message has the same link', async () => {
    await page.keyboard.press('Escape');
    // From the row: the toast may have gone meanwhile.
    await parent.openRow(ELLA);
    await openMessageParent(page, words);
    await copy.click();
    expect(secretIn(await copiedText(page))).toBe(secret);
    await page.keyboard.press('Escape');
  });

  await test.step('the row says that it was made', async () => {
    await page.mouse.move(1, 1);
    await expect(page.getByRole('main').getByText(timed(links.notOpened))).toBeVisible();
  });

  await test.step('its reader sees the visit, and no request of the parent held the secret', async () => {
    expect(await reader.visit()).toMatchObject({ visitor: 'Ella', child: 'Noah', open: true });
    expect(sent.join('\n')).not.toContain(secret);
    expect((await visitOnServer(home, () => true)).links).toHaveLength(1);
  });

  await test.step('undoing the check-in says that it shows nothing any more', async () => {
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: ELLA }).first();
    await row.getByRole('button', { name: filled(words.people.undoNamed, { name: ELLA }) }).click();
    await expect(page.locator('#root').getByText(filled(common.undone, { name: ELLA }))).toBeVisible();
    await expect(page.locator('#root').getByText(words.messageParent.linkDead)).toBeVisible();
    await expect.poll(async () => (await reader.see(false)).status).toBe(410);
  });
});

test('a message without the link makes none; put back it is the same, also in a text message; a departure has none', {
  tag: '@full',
}, async ({ page, server, words, language }) => {
  const { messageParentDialog, people, common } = words;
  const { home } = await atTheDoor({ page, server, language });
  const dialog = await messageParentAfterCheckIn(page, words);
  const message = dialog.getByLabel(messageParentDialog.message);
  const whole = await message.inputValue();
  const link = dialog.getByRole('switch', { name: messageParentDialog.link });
  const copy = dialog.getByRole('button', { name: common.copy });

  await test.step('taken out by the switch, or typed over', async () => {
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
  });

  await test.step('put back, and sent as a text message', async () => {
    await message.fill('Hej');
    await link.click();
    await expect(message).toHaveValue(`Hej\n${whole.split('\n')[1]}`);
    // No other program opens the link of a text message here.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await dialog.getByRole('link', { name: messageParentDialog.sms }).click();
    await visitOnServer(home, ({ links: made }) => made?.length === 1);
  });

  await test.step('a departure', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: filled(people.checkOutNamed, { name: ELLA }) }).click();
    const checkedOut = filled(words.hereNow.checkedOut, { name: ELLA });
    await expect(page.locator('#root').getByText(checkedOut)).toBeVisible();
    await openMessageParent(page, words);
    await expect(dialog.getByRole('switch')).toHaveCount(0);
    await expect(message).not.toHaveValue(/visit#/);
  });
});

test('without a network the link waits like a tap; to a family that wants no links it is refused, and none is offered', {
  tag: '@full',
}, async ({ page, context, server, parent, words, language }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { messageParentDialog, links, common } = words;
  watchRequests(page);
  const { home, ella } = await atTheDoor({ page, server, language });
  const dialog = await messageParentAfterCheckIn(page, words);
  // Another phone's link, by which the family says no while this phone has no network.
  const link = await giveLink(home, ella, (await openVisitOf(home, ella)).visit);
  await waitForPrefetched(page);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: common.copy }).click();
  await expect(dialog.getByText(messageParentDialog.copied)).toBeVisible();
  const reader = new Reader(server.url, secretIn(await copiedText(page)));
  await page.keyboard.press('Escape');
  await page.mouse.move(1, 1);
  await expect(page.getByRole('main').getByText(timed(links.notOpened))).toBeVisible();
  expect((await reader.see(false)).status).toBe(410);
  const { status } = await postJson(server.url, calls.refuseLinks.path, { link, remove: false });
  expect(status).toBe(200);
  await context.setOffline(false);
  await expect(page.locator('#root').getByText(words.refusals['links-refused'])).toBeVisible();
  await parent.openRow(ELLA);
  await openMessageParent(page, words);
  await expect(dialog.getByText(messageParentDialog.noLink.refused)).toBeVisible();
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  await expect(dialog.getByLabel(messageParentDialog.message)).not.toHaveValue(/visit#/);
});

test('without hashing it says what it needs', { tag: '@full' }, async ({ page, server, words, language }) => {
  const { messageParentDialog, common } = words;
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await atTheDoor({ page, server, language });
  const dialog = await messageParentAfterCheckIn(page, words);
  await expect(dialog.getByText(messageParentDialog.noLink.needsHttps)).toBeVisible();
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  await expect(dialog.getByLabel(messageParentDialog.message)).not.toHaveValue(/visit/);
  await dialog.getByRole('button', { name: common.copy }).click();
  await expect(dialog.getByText(messageParentDialog.copied)).toBeVisible();
});
