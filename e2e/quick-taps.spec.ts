import { expect, type Locator, type Page } from '@playwright/test';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { placeOf } from './support/board.ts';
import { test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { untilSettled, untilStill } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';

test.use({ reducedMotion: 'no-preference' });

const FRIENDS = ['Alva', 'Bo', 'Cleo', 'Dana', 'Ella', 'Femi'];
/** Longer than the interval of a double tap, in ms. */
const QUICK = 120;
const PAUSE = 600;

/** A family with six friends and a guest, whose parent stands on the profile. */
async function settle(page: Page, url: string, parent: Parent): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url, 'Lind');
  const noah = await home.addChild('Noah', '2019-05-01');
  for (const [number, name] of FRIENDS.entries()) await home.addFriend(noah, name, `070-123 45 6${number}`);
  await home.addGuest(noah, 'Omar', 'fatima.k');
  // With a second child the modal asks for which one.
  await home.addChild('Alma', '2016-11-12');
  await signIn(page.context(), home, url);
  await page.goto(`${url}/profile?child=${noah}`);
  const omar = page.getByRole('button', {
    name: filled(parent.words.people.checkInNamed, { name: 'Omar' }),
  });
  await expect(omar).toBeVisible();
  return home;
}

/** Scrolls a button to the middle of the screen, where it takes taps. Returns its centre. */
async function centreOf(button: Locator): Promise<{ x: number; y: number }> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await untilStill(button);
  await untilSettled(button);
  const box = await placeOf(button);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Taps with times of its own: on a busy machine the second would be no quick tap. */
async function tapTwice(page: Page, x: number, y: number): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const touch = (type: 'touchStart' | 'touchEnd', ms: number) => {
    const touchPoints = type === 'touchStart' ? [{ x, y }] : [];
    return device.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: began + ms / 1000 });
  };
  // Both at once: a finger that stays down while this process stands still is no tap.
  await Promise.all([touch('touchStart', 0), touch('touchEnd', 20)]);
  await page.waitForTimeout(QUICK);
  await Promise.all([touch('touchStart', QUICK), touch('touchEnd', QUICK + 20)]);
  await page.waitForTimeout(PAUSE);
  await device.detach();
}

test.describe('two quick taps at one place of a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('change one friend, not two', async ({ page, server, parent, words }) => {
    const { people, common } = words;
    const checkIn = (name: string) =>
      page.getByRole('button', { name: filled(people.checkInNamed, { name }) });
    const checkOut = (name: string) =>
      page.getByRole('button', { name: filled(people.checkOutNamed, { name }) });
    const undo = (name: string) => page.getByRole('button', { name: filled(people.undoNamed, { name }) });
    const twice = async (button: Locator) => {
      const { x, y } = await centreOf(button);
      await tapTwice(page, x, y);
    };
    const home = await settle(page, server.url, parent);

    await test.step('a guest’s toggle', async () => {
      const omar = page.getByRole('listitem').filter({ hasText: 'Omar' });
      await twice(checkIn('Omar'));
      await expect(omar).toContainText(common.checkedIn);
      await twice(checkOut('Omar'));
      await expect(omar).toContainText(common.checkedOut);
    });

    await test.step('the lists of the dashboard', async () => {
      await parent.follow(common.nav.dashboard);
      await expect(page).toHaveURL(/dashboard/);
      await twice(checkIn('Dana'));
      // In place of the button is its undo now, which the second tap must not press.
      await expect(undo('Dana')).toHaveCount(1);
      await expect(checkOut('')).toHaveCount(1);
      await twice(checkOut('Dana'));
      await expect(undo('Dana')).toHaveCount(1);
      await expect(checkOut('')).toHaveCount(0);
    });

    await test.step('the modal chooses a child and checks nobody in', async () => {
      await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Framme');
      await page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await twice(dialog.getByRole('button', { name: 'Noah' }));
      await expect(dialog.getByText(common.checkedOut).first()).toBeVisible();
      await expect(dialog.getByText(common.checkedIn)).toHaveCount(0);
    });

    // One visit each, Omar's and Dana's.
    await waitForSync(page);
    const documents = [...(await home.documents())];
    expect(documents.filter(([path]) => path.includes('/visits/'))).toHaveLength(2);
    expect(JSON.stringify(documents)).not.toContain('"status":"in"');
  });
});
