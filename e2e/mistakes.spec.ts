import { expect, type Locator, type Page } from '@playwright/test';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled, type Words } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { signIn } from './support/signed-in.ts';
import { pressStill, untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { waitForPrefetched } from './support/unsent.ts';

test.use({ reducedMotion: 'no-preference' });

async function open(page: Page, home: HouseholdOnPhone, url: string, path = '/dashboard'): Promise<void> {
  await signIn(page.context(), home, url);
  await page.goto(url + path);
}

/** A day before all other visits, and within the year in which a visit can be added. */
function twoMonthsAgo(): string {
  const time = new Date(Date.now() - 60 * 86_400_000);
  return time.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
}

/** Since the day before: every visit that is open was forgotten. */
const FORGOTTEN = { hoursAgo: 30 };

function controls(page: Page, { people, common, history, visit, tell }: Words) {
  const sheet = page.getByRole('dialog');
  const row = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${name}(?!\\d)`) });
  const question = (name: string) => page.getByRole('group', { name: filled(visit.question, { name }) });
  const answer = (name: string, text: string) => question(name).getByText(text, { exact: true });
  const nameOf = { arrived: history.arrived, left: history.goingHome };
  const inSheet = (name: string | RegExp) => sheet.getByRole('button', { name });
  return {
    sheet,
    row,
    question,
    answer,
    inSheet,
    open: (name: string) =>
      row(name)
        .getByRole('button', { name: new RegExp(`^\\S* ?${name}`) })
        .first(),
    checkOut: (name: string) =>
      page.getByRole('button', { name: filled(people.checkOutNamed, { name }), exact: true }),
    /** An end of an open visit. */
    end: (end: 'arrived' | 'left') => inSheet(new RegExp(`^${nameOf[end]}`)),
    checkIn: (name: string) =>
      page.getByRole('button', { name: filled(people.checkInNamed, { name }), exact: true }),
    /** The chip that makes an end a quarter of an hour earlier. */
    quarterEarlier: (name: string) =>
      sheet.getByRole('group', { name, exact: true }).getByRole('button', { name: /15 min/ }),
    tell: (name: string) => inSheet(filled(tell.parentOf, { name })),
    time: (end: 'arrived' | 'left') => sheet.locator(`[name="${end}-time"]`),
    remove: inSheet(visit.remove),
    toast: (text: string): Locator => page.locator('#root').getByText(text),
    undo: page.locator('#root').getByRole('button', { name: common.undo, exact: true }),
  };
}

const MINUTE = 60_000;

function clockAt(ms: number): string {
  const zone = { timeZone: 'Europe/Stockholm' } as const;
  return new Date(ms).toLocaleTimeString('sv-SE', { hour: '2-digit', minute: '2-digit', ...zone });
}

test.describe('a thumb on a phone, with 40 friends', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const here of [4, 12]) {
    test(`with ${here} left open, the question checks one out in two taps with the one that opens the app`, {
      tag: here === 4 ? [] : '@full',
    }, async ({ page, server, language, words }) => {
      const home = await busyFamily(server.url, language, { friends: 40, here, ...FORGOTTEN });
      await open(page, home, server.url);
      const on = controls(page, words);
      const thumb = new Thumb(page);
      const name = `Vän ${here}`;
      await untilSettled(on.answer(name, words.visit.answers.now));
      await thumb.press(on.answer(name, words.visit.answers.now));
      expect(thumb.taps + 1).toBe(2);
      await expect(on.question(name)).toBeHidden();
      await expect(on.toast(filled(words.hereNow.checkedOut, { name }))).toBeVisible();
      const undo = filled(words.people.undoNamed, { name });
      await expect(on.row(name).first().getByRole('button', { name: undo })).toBeVisible();
    });

    test(`with ${here} here, a wrong child goes in two taps, and comes back by the third`, {
      tag: here === 4 ? [] : '@full',
    }, async ({ page, server, language, words }) => {
      await open(page, await busyFamily(server.url, language, { friends: 40, here }), server.url);
      const on = controls(page, words);
      const thumb = new Thumb(page);
      const name = `Vän ${here}`;
      await expect(on.checkOut(name)).toBeVisible();
      await thumb.press(on.open(name));
      await thumb.press(on.remove);
      expect(thumb.taps).toBe(2);
      await expect(on.toast(words.visit.removed)).toBeVisible();
      await expect(on.checkOut(name)).toBeHidden();
      await thumb.press(on.undo);
      await expect(on.checkOut(name)).toBeVisible();
    });

    test(`with ${here} here, a wrong time of arrival or a missed one of leaving takes two taps and typing`, {
      tag: here === 4 ? [] : '@full',
    }, async ({ page, server, language, words }) => {
      await open(page, await busyFamily(server.url, language, { friends: 40, here }), server.url);
      const on = controls(page, words);
      for (const end of ['arrived', 'left'] as const) {
        const thumb = new Thumb(page);
        // Another row: the first one's new arrival gives it another place.
        const name = `Vän ${end === 'arrived' ? here : here - 1}`;
        await thumb.press(on.open(name));
        await thumb.press(on.end(end));
        await expect(on.time(end)).toBeFocused();
        const came = Date.now() - (60 - 4 * (here - 1)) * MINUTE;
        const clock = clockAt(end === 'arrived' ? came - 42 * MINUTE : Date.now() - MINUTE);
        await on.time(end).fill(clock);
        await page.keyboard.press('Enter');
        await expect(on.sheet).toBeHidden();
        expect(thumb.taps).toBe(2);
        if (end === 'arrived') await expect(on.row(name).first()).toContainText(clock);
        else await expect(on.checkOut(name)).toBeHidden();
      }
    });
  }

  test('with nobody here, or by day, nothing is asked', { tag: '@full' }, async ({
    page,
    server,
    language,
    words,
  }) => {
    const home = await busyFamily(server.url, language, { friends: 40, here: 0 });
    await open(page, home, server.url);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const [, friend] = [...(await home.documents()).keys()].filter((path) => path.includes('/friends/'));
    const [, child = '', , visitor = ''] = friend?.split('/') ?? [];
    await home.run('checkIn', { child, kind: 'friend', visitor });
    await expect(
      page.getByRole('main').getByText(filled(words.people.hereCount.one, { count: 1 })),
    ).toBeVisible();
    await expect(page.getByRole('group', { name: /\?$/ })).toHaveCount(0);
  });
});

/** A text about somebody up to its time. */
function beginning(text: string, name: string): string {
  return filled(text.split('{{time}}')[0] ?? '', { name });
}

/** Desktop browsers have no share sheet: this stub behaves like a phone's. */
function installShareSheet(): void {
  const shared: unknown[] = [];
  Object.assign(window, { shared });
  Object.assign(Navigator.prototype, { share: async (data: unknown) => void shared.push(data) });
}

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const)
  test.describe(`a thumb ${width} px wide`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    for (const here of [0, 4, 12])
      test(`with ${here} here: came earlier, left earlier, and told with a link take two taps each`, {
        tag: width === 360 && here === 4 ? [] : '@full',
      }, async ({ page, server, language, words }) => {
        await page.addInitScript(installShareSheet);
        await open(page, await busyFamily(server.url, language, { friends: 40, here }), server.url);
        const on = controls(page, words);
        const name = here === 0 ? 'Vän 39' : `Vän ${here}`;
        const press = async (control: Locator) => {
          const thumb = new Thumb(page);
          await untilSettled(on.row(name).first());
          await thumb.press(on.open(name));
          await thumb.press(control);
          expect(thumb.taps).toBe(2);
          await expect(on.sheet).toBeHidden();
        };

        await test.step('came a quarter of an hour earlier, and undone', async () => {
          await press(on.quarterEarlier(words.history.arrived));
          await expect(on.toast(beginning(words.visit.cameAt, name))).toBeVisible();
          await on.undo.click();
          await expect(on.toast(words.correction.undone)).toBeVisible();
        });

        await test.step('left a quarter of an hour ago, and undone in the row', async () => {
          await press(on.quarterEarlier(here === 0 ? words.history.left : words.history.goingHome));
          await expect(on.toast(beginning(words.visit.leftAt, name))).toBeVisible();
          if (here === 0) return;
          await expect(on.checkIn(name)).toHaveCount(0);
          await on.row(name).first().getByRole('button', { name: words.common.undo }).click();
          await expect(on.checkOut(name)).toBeVisible();
        });

        await test.step('told with a link, by the share sheet of the phone', async () => {
          if (here === 0) await on.checkIn(name).click();
          // The undo's click may have scrolled from under a toast.
          await page.evaluate(() => scrollTo(0, 0));
          await press(on.tell(name));
          await expect(on.toast(words.tellDialog.shared)).toBeVisible();
          const shared = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'shared')));
          expect(shared).toMatch(/visit#[0-9a-z]{52}/);
        });
      });
  });

test('one answer is an answer on both phones, and can be taken back', { tag: '@full' }, async ({
  page,
  browser,
  server,
  language,
  words,
  watch,
}) => {
  const home = await busyFamily(server.url, language, { friends: 2, here: 1, ...FORGOTTEN });
  const context = await browser.newContext();
  watch(context);
  const other = await context.newPage();
  for (const phone of [page, other]) {
    await open(phone, home, server.url);
    await expect(controls(phone, words).question('Vän 1')).toBeVisible();
  }
  const [on, onOther] = [controls(page, words), controls(other, words)];
  await on.answer('Vän 1', words.visit.answers.stays).click();
  // A toast with the focus stays until the other phone has heard.
  await on.undo.focus();
  await expect(onOther.question('Vän 1')).toBeHidden();
  await expect(on.checkOut('Vän 1')).toBeVisible();
  await on.undo.click();
  await expect(onOther.question('Vän 1')).toBeVisible();
  await context.close();
});

test('without a network a visit is removed, put back from the history, and one is added', {
  tag: '@full',
}, async ({ page, context, server, language, words, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  watchRequests(page);
  const home = await busyFamily(server.url, language, { friends: 2, here: 1 });
  await open(page, home, server.url, '/history');
  const { visit, history, common } = words;
  const rows = page.getByRole('main').getByRole('list').getByRole('button');
  const on = controls(page, words);
  await expect(rows).toHaveCount(3);
  await waitForPrefetched(page);
  await context.setOffline(true);

  await test.step('removed, and put back where the history lists it', async () => {
    await rows.first().click();
    await on.remove.click();
    await expect(rows).toHaveCount(2);
    await pressStill(page.getByText(filled(visit.removals, { count: 1 })));
    const restore = filled(visit.restoreNamed, { name: 'Vän 1', time: '' });
    await pressStill(page.getByRole('button', { name: new RegExp(`^${restore}`) }));
    await expect(rows).toHaveCount(3);
    await expect(page.getByText(visit.restored).first()).toBeVisible();
  });

  await test.step('added, with the mark that it was added', async () => {
    await pressStill(page.getByRole('button', { name: words.history.add }));
    await on.sheet.getByLabel(words.addVisit.who).selectOption('Vän 2');
    await on.sheet.getByLabel(words.historyPage.day).fill(twoMonthsAgo());
    await on.sheet.getByLabel(history.arrived).fill('15:00');
    await on.sheet.getByLabel(history.left).fill('14:00');
    await expect(on.sheet.getByText(words.addVisit.nextDay)).toBeVisible();
    await on.sheet.getByLabel(history.left).fill('16:30');
    await on.sheet.getByRole('button', { name: common.add, exact: true }).click();
    await expect(rows).toHaveCount(4);
    await pressStill(rows.last());
    await expect(on.sheet).toContainText(filled(words.history.added, { time: '' }).trim());
    await page.keyboard.press('Escape');
  });

  await context.setOffline(false);
  await expect
    .poll(async () => [...(await home.documents()).keys()].filter((path) => path.includes('/visits/')).length)
    .toBe(4);
});
