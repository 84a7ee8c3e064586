import { expect, type Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { allowConsole } from '#tests/support/browser/journey.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { SERVER_GONE, untilControlled } from './support/offline.ts';
import { filled, Parent } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { test } from './support/upgrades.ts';

/** Returns the day before today in the browser's time zone. */
function yesterday(): string {
  const time = new Date(Date.now() - 24 * 60 * 60_000);
  return time.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
}

/** Moves Ella's visit to another day. */
async function correct(page: Page, date: string): Promise<void> {
  const { common, links, addVisit, visit } = ALL_TEXTS.sv;
  const dialog = page.getByRole('dialog');
  await page.getByRole('listitem').filter({ hasText: 'Ella' }).getByRole('button').click();
  await dialog.getByRole('button', { name: `${links.otherTime}. ${visit.leftEarlier}` }).click();
  await dialog.getByRole('button', { name: addVisit.otherDay }).click();
  for (const [end, time] of [
    ['arrived', '10:00'],
    ['left', '11:00'],
  ]) {
    await dialog.locator(`[name="${end}-date"]`).fill(date);
    await dialog.locator(`[name="${end}-time"]`).fill(time ?? '');
  }
  await dialog.getByRole('button', { name: common.save, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('without a network the app starts from the device and goes on; its taps arrive in order', async ({
  ownServer: server,
  openBrowser,
}) => {
  allowConsole(SERVER_GONE);
  allowConsole(/FetchEvent/);
  const words = ALL_TEXTS.sv;
  // One day, also if midnight passes meanwhile.
  const day = yesterday();
  const home = await registerHousehold(server.url, 'Lind');
  await home.run('updateProfile', { language: 'sv' });
  const noah = await home.addChild('Noah', '2019-05-01');
  const [ella] = [await home.addFriend(noah, 'Ella'), await home.addFriend(noah, 'Omar')];
  await home.run('checkIn', ella);

  await test.step('the day before', async () => {
    const page = await openBrowser();
    await signIn(page.context(), home, server.url);
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole('button', { name: /^Ella / })).toBeVisible();
    await untilControlled(page);
    await server.kill();
  });

  await test.step('the board starts and takes taps', async () => {
    const page = await openBrowser();
    const parent = new Parent(page, 'sv', server.url);
    await page.goto(`${server.url}/dashboard`);
    const button = (text: string, name: string) => page.getByRole('button', { name: filled(text, { name }) });
    await button(words.people.checkOutNamed, 'Ella').click();
    await button(words.people.checkInNamed, 'Omar').click();
    await parent.follow(words.common.nav.profile);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await parent.addFriend('Saga', '070-123 45 67');
    await expect(parent.shown(words.people.friendAdded)).toBeVisible();
    await expect(parent.shown(filled(words.common.banner.waiting.other, { count: 3 }))).toBeAttached();
  });

  const page = await openBrowser();
  await test.step('in the other language too, on pages that were never opened', async () => {
    await page.goto(`${server.url}/history`);
    await correct(page, day);
    await expect(page.getByText(words.history.corrected).first()).toBeVisible();
    // By the keyboard: the toast of the correction lies over the header.
    await page.getByRole('button', { name: words.common.nav.switchLanguage.en }).press('Enter');
    const english = new Parent(page, 'en', server.url);
    await expect(
      page.getByRole('heading', { level: 1, name: english.words.common.nav.history }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Omar / })).toBeVisible();
    for (const path of ['/privacy', '/profile/account', '/']) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    }
  });

  await test.step('the server is back', async () => {
    const drained = page.waitForResponse(
      (reply) => reply.url().endsWith('/api/sync') && /"op"/.test(reply.request().postData() ?? ''),
    );
    await server.restart();
    const { ops } = (await drained).request().postDataJSON() as { ops: { name: string }[] };
    const made = ['checkOut', 'checkIn', 'addFriend', 'correctVisit', 'updateProfile'];
    expect(ops.map(({ name }) => name)).toEqual(made);
    await expect.poll(() => server.stdout).toMatch(/"Omar" in/);
    const { changes } = await home.sync();
    const stored = JSON.stringify(changes);
    expect(stored).toContain('"name":"Saga"');
    expect(stored).toContain(`"timestamp":"${day}T`);
  });
});
