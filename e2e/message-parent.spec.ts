import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled, type Parent, person } from './support/parent.ts';
import { passUntil } from './support/paused-clock.ts';
import { openMessageParent } from './support/the-door.ts';

test.use({ viewport: { width: 360, height: 640 } });

async function atDashboard(url: string, parent: Parent): Promise<void> {
  await parent.settle(url, person('Maja', 'Lind'), async (home) => {
    const noah = await home.addChild('Noah', '2019-05-01');
    await home.addFriend(noah, 'Åsa-Lo  Lind', '+46 070-123 45 67');
    await home.addGuest(noah, 'Omar Ali', 'fatima.k');
  });
}

/** A message of who came, with a link, and of who left (`message.test.ts` has their words). */
const ARRIVED = /^Åsa-Lo .*\d\d:\d\d.*\n.*http:\/\/localhost:\d+\/visit#[0-9a-z]{52}$/;
const LEFT = /^Åsa-Lo .*\d\d:\d\d\.$/;

test('after a tap a message is edited and sent from the phone', async ({ parent, server }) => {
  const { page, words } = parent;
  const { missing, messageParent, messageParentDialog, people } = words;
  await page.clock.install();
  await atDashboard(server.url, parent);
  const checkIn = page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Åsa-Lo Lind' }) });
  await expect(checkIn).toBeVisible();
  // The toast goes after ten seconds, which pass as the test lets them.
  await page.clock.pauseAt(Date.now() + 10_000);
  const pass = () => page.clock.runFor(500);
  await checkIn.click();
  const dialog = page.getByRole('dialog');
  const to = dialog.getByLabel(messageParentDialog.to, { exact: true });
  const message = dialog.getByLabel(messageParentDialog.message);
  const open = page
    .locator('#root')
    .getByRole('button', { name: filled(messageParent.parentOf, { name: 'Åsa-Lo Lind' }) });

  await test.step('recipient and text are filled in, and the link has both', async () => {
    // The code of the toast, and then of the dialog, may come late.
    await passUntil(page, () => open.first().isVisible(), true);
    await open.first().click();
    const heading = dialog.getByRole('heading', { name: messageParentDialog.title });
    await passUntil(page, () => heading.isVisible(), true);
    await pass();
    await expect(heading).toBeFocused();
    await expect(to).toHaveValue('+46 070-123 45 67');
    await expect(message).toHaveValue(ARRIVED);
    await message.fill('Åsa är här & mår bra.\nVi hörs 100 %');
    await to.fill('0046 70 999 88 77');
    await expect(dialog.getByRole('link', { name: messageParentDialog.sms })).toHaveAttribute(
      'href',
      'sms:0046709998877?body=%C3%85sa%20%C3%A4r%20h%C3%A4r%20%26%20m%C3%A5r%20bra.%0AVi%20h%C3%B6rs%20100%20%25',
    );
    await expect(
      dialog.getByRole('link', { name: filled(messageParent.callParentOf, { name: 'Åsa-Lo Lind' }) }),
    ).toHaveAttribute('href', 'tel:0046709998877');
  });

  await test.step('edits are kept after closing the dialog, for this message only', async () => {
    await page.keyboard.press('Escape');
    await pass();
    await expect(dialog).toBeHidden();
    await expect(open.first()).toBeFocused();
    await open.first().click();
    await page.clock.resume();
    await expect(message).toHaveValue('Åsa är här & mår bra.\nVi hörs 100 %');
    await expect(to).toHaveValue('0046 70 999 88 77');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Åsa-Lo Lind' }) }).click();
    await expect(parent.shown(filled(words.hereNow.checkedOut, { name: 'Åsa-Lo Lind' }))).toBeVisible();
    await open.first().click();
    await expect(message).toHaveValue(LEFT);
    await expect(to).toHaveValue('+46 070-123 45 67');
  });

  await test.step('a stored number is dialled in its international form, as it was read by the server', async () => {
    await expect(dialog.getByRole('link', { name: messageParentDialog.sms })).toHaveAttribute(
      'href',
      /^sms:\+46701234567\?/,
    );
  });

  await test.step('of two numbers none is dialled', async () => {
    await to.fill('070-1234567/073-7654321');
    await dialog.getByRole('button', { name: messageParentDialog.sms }).click();
    await expect(dialog).toContainText(words.common.problems['two-numbers']);
    await expect(dialog.getByRole('link', { name: messageParentDialog.sms })).toHaveCount(0);
  });

  await test.step('without a number a text message asks for one', async () => {
    await to.fill('');
    await dialog.getByRole('button', { name: messageParentDialog.sms }).click();
    await expect(dialog).toContainText(missing.parentPhone);
    await expect(to).toBeFocused();
  });
});

test('a message to a guest with no number is only copied', { tag: '@full' }, async ({ parent, context }) => {
  const { page, words, url } = parent;
  const { common, messageParentDialog, people } = words;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await atDashboard(url, parent);
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar Ali' }) }).click();
  const dialog = await openMessageParent(page, words, 'Omar Ali');
  await expect(dialog.getByLabel(messageParentDialog.to, { exact: true })).toHaveValue('');
  await expect(dialog).toContainText(messageParentDialog.guestHint);
  await expect(dialog.getByRole('link')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: common.share, exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: common.copy }).click();
  await expect(dialog.getByText(messageParentDialog.copied)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Omar .*\d\d:\d\d/);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await dialog.getByRole('button', { name: common.copy }).click();
  await expect(dialog.getByText(messageParentDialog.notCopied)).toBeVisible();
});

test('a share sheet gets the text, cancelling keeps it, and the server gets nothing', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  const { common, messageParentDialog, people } = words;
  // Desktop browsers have no share sheet: this stub behaves like a phone's.
  await page.addInitScript(() => {
    const answers = ['AbortError', 'NotAllowedError', undefined];
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(Navigator.prototype, {
      share: (data: unknown) => {
        shared.push(data);
        const name = answers[shared.length - 1];
        return name ? Promise.reject(new DOMException(name, name)) : Promise.resolve();
      },
    });
  });
  await atDashboard(server.url, parent);
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Åsa-Lo Lind' }) }).click();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const dialog = await openMessageParent(page, words, 'Åsa-Lo Lind');
  const share = dialog.getByRole('button', { name: common.share, exact: true });
  await dialog.getByLabel(messageParentDialog.message).fill('Framme, min text');
  await share.click();
  await expect(dialog.getByLabel(messageParentDialog.message)).toHaveValue('Framme, min text');
  await expect(dialog.getByText(messageParentDialog.notShared)).toHaveCount(0);
  await share.click();
  await expect(dialog.getByText(messageParentDialog.notShared)).toBeVisible();
  await share.click();
  await expect(dialog).toBeHidden();
  await expect(parent.shown(messageParentDialog.shared)).toBeVisible();
  const shared = await page.evaluate(() => Reflect.get(window, 'shared'));
  expect(shared).toEqual(Array(3).fill({ text: 'Framme, min text' }));
  expect(sent.join('\n')).not.toContain('min text');
});

test('the modal of the home page offers a message beside a call', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  const { messageParent, messageParentDialog } = words;
  await atDashboard(url, parent);
  await page.getByRole('banner').getByRole('link', { name: words.common.brand }).click();
  const modal = await parent.openModal('checkIn', 'Noah');
  const before = await modal.getByRole('button', { name: 'Omar' }).boundingBox();
  await modal.getByRole('button', { name: 'Åsa-Lo' }).click();
  await expect(
    modal.getByRole('link', { name: filled(messageParent.callParentOf, { name: 'Åsa-Lo Lind' }) }),
  ).toHaveAttribute('href', 'tel:+46701234567');
  expect(await modal.getByRole('button', { name: 'Omar' }).boundingBox()).toEqual(before);
  await modal.getByRole('button', { name: filled(messageParent.parentOf, { name: 'Åsa-Lo Lind' }) }).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: messageParentDialog.title }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
