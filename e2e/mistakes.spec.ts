import { expect, type Locator, type Page } from '@playwright/test';
import { controls as boardControls, openBoard } from './support/board.ts';
import { busyFamily } from './support/busy-family.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, type Words } from './support/parent.ts';
import { watchRequests } from './support/rest.ts';
import { pressStill, untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { waitForPrefetched } from './support/unsent.ts';

test.use({ reducedMotion: 'no-preference' });

/** A day before all other visits, and within the year in which a visit can be added. */
function twoMonthsAgo(): string {
  const time = new Date(Date.now() - 60 * 86_400_000);
  return time.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
}

function controls(page: Page, words: Words) {
  const { common, links, visit, messageParent } = words;
  const board = boardControls(page, words);
  const sheet = page.getByRole('dialog');
  const question = (name: string) => page.getByRole('group', { name: filled(visit.question, { name }) });
  return {
    ...board,
    sheet,
    question,
    answer: (name: string, text: string) => question(name).getByText(text, { exact: true }),
    openRow: (name: string) =>
      board
        .row(name)
        .getByRole('button', { name: new RegExp(`^\\S* ?${name}`) })
        .first(),
    /** An end of an open visit. */
    end: (end: 'arrived' | 'left') =>
      end === 'arrived'
        ? sheet.getByRole('button', { name: visit.correctEnd })
        : sheet.getByRole('button', { name: `${links.otherTime}. ${visit.leftEarlier}` }),
    quarterEarlier: sheet.getByRole('group', { name: visit.leftEarlier }).getByText(/^15 min$/),
    messageParent: (name: string) =>
      sheet.getByRole('button', { name: filled(messageParent.parentOf, { name }) }),
    time: (end: 'arrived' | 'left') => sheet.locator(`[name="${end}-time"]`),
    remove: sheet.getByRole('button', { name: visit.remove }),
    toast: (text: string): Locator => page.locator('#root').getByText(text),
    undoLast: page.locator('#root').getByRole('button', { name: common.undo, exact: true }),
  };
}

const MINUTE = 60_000;

function clockAt(ms: number): string {
  const zone = { timeZone: 'Europe/Stockholm' } as const;
  return new Date(ms).toLocaleTimeString('sv-SE', { hour: '2-digit', minute: '2-digit', ...zone });
}

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

for (const { here, viewport } of [
  { here: 0, viewport: { width: 360, height: 640 } },
  { here: 4, viewport: { width: 360, height: 640 } },
  { here: 12, viewport: { width: 390, height: 844 } },
])
  test.describe(`a thumb on a phone, with 40 friends and ${here} here`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('what was wrong about a visit takes two taps each, and is undone by a third', {
      tag: here === 4 ? [] : '@full',
    }, async ({ page, words, board }) => {
      await page.addInitScript(installShareSheet);
      await board({ friends: 40, here });
      const on = controls(page, words);
      const name = here === 0 ? 'Vän 39' : `Vän ${here}`;
      const press = async (control: Locator, who = name) => {
        const thumb = new Thumb(page);
        await untilSettled(on.row(who).first());
        // An undo's click may have scrolled from under a toast.
        await page.evaluate(() => scrollTo(0, 0));
        await thumb.press(on.openRow(who));
        await thumb.press(control);
        expect(thumb.taps).toBe(2);
      };
      await expect(on.row(name).first()).toBeVisible();
      // By day nobody was forgotten.
      await expect(page.getByRole('group', { name: /\?$/ })).toHaveCount(0);

      await test.step('left a quarter of an hour ago, and undone in the row', async () => {
        if (here === 0) {
          // Days ago: its sheet checks in again, and has no steps.
          await press(on.sheet.getByRole('button', { name: filled(words.people.checkInNamed, { name }) }));
          await expect(on.checkOut(name)).toBeVisible();
          return;
        }
        await press(on.quarterEarlier);
        await expect(on.sheet).toBeHidden();
        await expect(on.toast(beginning(words.visit.leftAt, name))).toBeVisible();
        await expect(on.checkIn(name)).toHaveCount(0);
        await on.row(name).first().getByRole('button', { name: words.common.undo }).click();
        await expect(on.checkOut(name)).toBeVisible();
      });

      await test.step('told with a link, by the share sheet of the phone', async () => {
        if (here === 0) {
          // The toast made way for the row that was pressed, and the page scrolls.
          await page.getByRole('region', { name: words.common.toast }).getByLabel(words.common.close).click();
        }
        await press(on.messageParent(name));
        await expect(on.sheet).toBeHidden();
        await expect(on.toast(words.messageParentDialog.shared)).toBeVisible();
        const shared = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'shared')));
        expect(shared).toMatch(/visit#[0-9a-z]{52}/);
      });
      if (here === 0) return;

      // The small phone's sheet scrolls to what follows.
      await page.setViewportSize({ width: 390, height: 844 });
      const rowsRest = async () => {
        await page.reload();
        await expect(on.row(name).first()).toBeVisible();
      };
      for (const end of ['arrived', 'left'] as const)
        await test.step(`another time at which somebody ${end}, by typing it`, async () => {
          await rowsRest();
          // Another row: the first one's new arrival gives it another place.
          const who = end === 'arrived' ? name : `Vän ${here - 1}`;
          await press(on.end(end), who);
          await expect(on.time(end)).toBeFocused();
          const came = Date.now() - 60 * MINUTE;
          const clock = clockAt(end === 'arrived' ? came - 42 * MINUTE : Date.now() - MINUTE);
          await on.time(end).fill(clock);
          await page.keyboard.press('Enter');
          await expect(on.sheet).toBeHidden();
          if (end === 'arrived') await expect(on.row(who).first()).toContainText(clock);
          else await expect(on.checkOut(who)).toBeHidden();
        });

      await test.step('a wrong child goes, and comes back', async () => {
        const wrong = `Vän ${here - 2}`;
        await rowsRest();
        await press(on.remove, wrong);
        await expect(on.toast(words.visit.removed)).toBeVisible();
        await expect(on.checkOut(wrong)).toBeHidden();
        await new Thumb(page).press(on.undoLast);
        await expect(on.checkOut(wrong)).toBeVisible();
      });
    });
  });

test.describe('in the morning', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the question about a forgotten visit checks out in one tap, on both phones, and can be taken back', async ({
    parent,
    another,
  }) => {
    const { page, language, words, url } = parent;
    // Since the day before: every visit that is open was forgotten.
    const home = await busyFamily(url, language, { friends: 40, here: 4, hoursAgo: 30 });
    const { page: other } = await another();
    const name = 'Vän 4';
    for (const phone of [page, other]) {
      await openBoard(phone, home, url);
      await expect(controls(phone, words).question(name)).toBeVisible();
    }
    const [on, onOther] = [controls(page, words), controls(other, words)];
    const thumb = new Thumb(page);
    await untilSettled(on.answer(name, words.visit.answers.now));
    await thumb.press(on.answer(name, words.visit.answers.now));
    expect(thumb.taps).toBe(1);
    await expect(on.question(name)).toBeHidden();
    // Before the lists may change.
    const height = async () => (await on.row(name).first().boundingBox())?.height;
    await expect.poll(height, { timeout: 3000 }).toBeLessThan(120);
    await expect(on.toast(filled(words.hereNow.checkedOut, { name }))).toBeVisible();
    await expect(
      on
        .row(name)
        .first()
        .getByRole('button', { name: filled(words.people.undoNamed, { name }) }),
    ).toBeVisible();
    // A toast with the focus stays until the other phone has heard.
    await on.undoLast.focus();
    await expect(onOther.question(name)).toBeHidden();
    await on.undoLast.click();
    await expect(onOther.question(name)).toBeVisible();
  });
});

test('without a network a visit is removed, put back from the history, and one is added', {
  tag: '@full',
}, async ({ page, context, words, board }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  watchRequests(page);
  const { home } = await board({ friends: 2, here: 1 }, '/history');
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
