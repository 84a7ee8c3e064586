import { expect, type Locator } from '@playwright/test';
import { placeOf } from './support/board.ts';
import { coveredBy } from './support/covered.ts';
import { test } from './support/framme.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { passUntil } from './support/paused-clock.ts';
import { untilStill } from './support/still.ts';

test.use({ reducedMotion: 'no-preference' });

const LONG = 'Maximiliana-Konstantinopolitanska av Hohenzollern-Sigmaringen und zu Schleswig';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('one toast shows at a time, and none covers the tabs or the tapped row', async ({ parent }) => {
    const { page, words, url } = parent;
    const { people, common } = words;
    await page.clock.install();
    await parent.settle(url, person('Maja', 'Lind'), noahWith('Alva', 'Bo', LONG));
    const checkIn = (name: string) =>
      page.getByRole('button', { name: filled(people.checkInNamed, { name }) });
    await expect(checkIn('Alva')).toBeVisible();
    // A toast goes after ten seconds, and a tapped row after five, which pass as the test lets them.
    await page.clock.pauseAt(Date.now() + 10_000);
    const pass = () => page.clock.runFor(500);
    for (const name of ['Alva', 'Bo']) {
      await checkIn(name).click();
      // The first toast comes once its code is there.
      await passUntil(page, () => parent.shown(filled(words.hereNow.checkedIn, { name })).isVisible(), true);
    }
    const close = page.getByRole('button', { name: common.close, exact: true });
    await expect(close).toHaveCount(1);
    const toast = page.getByRole('region', { name: common.toast });
    const row = (name: string) => page.locator('main li[data-row]').filter({ hasText: name });
    expect(await coveredBy(toast, row('Bo'))).toEqual([]);
    await checkIn(LONG).click();
    await pass();
    await expect(toast).toContainText(LONG);
    expect(await coveredBy(toast, row(LONG))).toEqual([]);
    // After the toast is gone, its undo is still on the card.
    await page.clock.runFor(11_000);
    await expect(close).toHaveCount(0);
    await page.getByRole('button', { name: filled(people.undoNamed, { name: 'Alva' }) }).click();
    await pass();
    await expect(checkIn('Alva')).toBeVisible();
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('a toast has its text above its buttons, and lies on no logo, tab, fixed button or row just tapped', {
    tag: '@full',
  }, async ({ page, words, board }) => {
    const { common } = words;
    await board({ friends: 40, here: 12 });
    const toast = page.getByRole('region', { name: common.toast });
    const undo = toast.getByRole('button', { name: common.undo, exact: true });
    const rows = page.locator('main li[data-row]');
    // At the top, in the middle, and the last one that is in sight.
    for (const place of [0, 2, 4]) {
      const name = await rows.nth(place).getByRole('button').first().innerText();
      await rows.nth(place).locator('[data-tap]').tap();
      await expect(toast).toContainText(/Vän \d+/.exec(name)?.[0] ?? '');
      expect(await coveredBy(toast, rows.nth(place)), `${place}`).toEqual([]);
    }
    // The target of a button is higher than what is seen of it.
    const [text, button] = [await toast.locator('p').boundingBox(), await undo.locator('svg').boundingBox()];
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    expect(text?.width).toBeGreaterThan(360 / 2);
    // The end of the page scrolls clear of it.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await coveredBy(toast, page.getByRole('contentinfo').getByText(words.common.footer.more))).toEqual(
      [],
    );
  });

  test('a finger on its way presses nothing of a toast that just came', async ({ page, words, board }) => {
    const { people, common } = words;
    await page.addInitScript(holdAppearing);
    await board({ friends: 4, here: 2 });
    const press = async (control: Locator) => {
      await untilStill(control);
      const { x, y, width, height } = await placeOf(control);
      await page.touchscreen.tap(x + width / 2, y + height / 2);
    };
    const checkIn = page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Vän 3' }) });
    const toast = page.getByRole('region', { name: common.toast });
    await checkIn.tap();
    await press(toast.getByRole('button', { name: common.undo, exact: true }));
    const tabs = page.getByRole('navigation', { name: common.nav.places });
    await press(tabs.getByRole('link', { name: common.nav.dashboard }));
    await expect(page.getByText(filled(people.hereCount.other, { count: 3 }))).toBeVisible();
    await expect(toast).toContainText('Vän 3');
    await page.evaluate(() => window.finishAppearing?.());
    await press(toast.getByRole('button', { name: common.undo, exact: true }));
    await expect(checkIn).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: common.checkIn });
    const done = sheet.getByRole('button', { name: words.hereNow.done, exact: true });
    await press(done);
    await expect(sheet).toBeHidden();
    await expect(page.getByText(filled(people.hereCount.other, { count: 2 }))).toBeVisible();
  });
});

/** Runs in the page: what appears takes no press before `finishAppearing` is called, however slow the machine is. */
function holdAppearing(): void {
  const held: Animation[] = [];
  window.finishAppearing = () => held.splice(0).forEach((one) => void one.finish());
  window.addEventListener('animationstart', ({ target, animationName }) => {
    if (animationName !== 'unpressable' || !(target instanceof Element)) return;
    for (const one of target.getAnimations()) {
      if (!(one instanceof CSSAnimation) || one.animationName !== animationName) continue;
      one.pause();
      held.push(one);
    }
  });
}

declare global {
  interface Window {
    finishAppearing?: () => void;
  }
}
