import { expect, type Page } from '@playwright/test';
import { MOST_LINKS } from '#domain/limits.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink } from '#tests/support/people/linked-visit.ts';
import { expectAccessible } from './support/accessibility/axe.ts';
import { enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Parent } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { untilSettled } from './support/still.ts';
import { openVisitOf, Reader } from './support/the-door.ts';

const LONG = 'Maximiliana-Wilhelmina Konstantinopolitanska';
const ARABIC = 'عمر فاروق';

/** A board with every note: due, planned, opened, answered, asked; with a long name and one from right to left. */
async function everyNote(page: Page, url: string, { language }: Parent): Promise<void> {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language });
  const noah = await home.addChild('Noah');
  const arrive = async (name: string) => {
    const ref = await home.addFriend(noah, name, '070-123 45 67');
    await home.run('checkIn', ref);
    return { ref, ...(await openVisitOf(home, ref)) };
  };
  const due = await arrive('Vera');
  // Refused by a server to which it comes after the time.
  const soonDue = () =>
    home.run('expectHome', { ...due.ref, visit: due.visit, at: isoTime(Date.now() + 700) });
  await expect.poll(async () => (await soonDue()).result).toBe('done');
  const asked = await arrive(LONG);
  const reader = new Reader(url, await giveLink(home, asked.ref, asked.visit));
  await reader.see(true);
  await reader.answer({ code: 'stay', until: isoTime(Date.now() + 30 * MINUTE_MS) });
  await home.run('expectHome', {
    ...asked.ref,
    visit: asked.visit,
    at: isoTime(Date.now() + 20 * MINUTE_MS),
  });
  const many = await arrive(ARABIC);
  for (let made = 0; made < MOST_LINKS; made += 1) await giveLink(home, many.ref, many.visit);
  await signIn(page.context(), home, url);
  await page.goto(`${url}/dashboard`);
}

test.use({ viewport: { width: 360, height: 640 } });

test('planned times, links and answers pass axe and fit large text', { tag: '@full' }, async ({ parent }) => {
  const { page, words, url } = parent;
  const { links, messageParent, messageParentDialog } = words;
  await everyNote(page, url, parent);
  const main = page.getByRole('main');
  const sheet = page.getByRole('dialog');
  await expect(main.getByRole('button', { name: new RegExp(`^${links.more}`) })).toBeVisible();
  await expect(main.getByRole('button', { name: new RegExp(`^${links.no}`) })).toBeVisible();
  await expectPassing(page, 'the board with every note');
  for (const larger of ['font-size: 200%', 'text-size-adjust: 200%'] as const) {
    await enlarge(page, larger);
    expect(await faultsOfLayout(page), larger).toEqual([]);
  }
  await enlarge(page, 'font-size: 100%');

  await parent.openRow(LONG);
  await sheet.getByRole('button', { name: links.otherTime, exact: true }).click();
  await expectPassing(page, 'the sheet of a visit with a question and another time');
  await sheet.getByRole('button', { name: filled(messageParent.parentOf, { name: LONG }) }).click();
  await expect(sheet.getByRole('switch', { name: messageParentDialog.link })).toBeVisible();
  await expectPassing(page, 'the message with its link');
  await page.keyboard.press('Escape');

  await parent.openRow(ARABIC);
  await expect(sheet.getByRole('button', { name: links.takeBack.other })).toBeVisible();
  await expect(sheet).toContainText(filled(links.several, { count: MOST_LINKS }));
  await expectPassing(page, 'the sheet of a visit with five links');
  await sheet.getByRole('button', { name: links.otherTime, exact: true }).click();
  await enlarge(page, 'font-size: 200%');
  expect(await faultsOfLayout(page), 'the sheet').toEqual([]);
  await enlarge(page, 'font-size: 100%');
  await sheet.getByRole('button', { name: filled(messageParent.parentOf, { name: ARABIC }) }).click();
  await expect(sheet.getByText(messageParentDialog.noLink.limit)).toBeVisible();
  await expectPassing(page, 'the message that gets no link');
});

test('a planned time is set and links are taken back by the keyboard; without contact that and a reply come later', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/Failed to load resource/);
  const { links } = words;
  await everyNote(page, server.url, parent);
  const sheet = page.getByRole('dialog');
  const row = (name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) });
  const open = row(ARABIC);
  await open.focus();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: links.otherTime, exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(sheet.getByLabel(links.otherTime, { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: links.takeBack.other }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(parent.shown(links.takenBack)).toBeVisible();

  await test.step('without contact, of which the page does not know yet', async () => {
    const no = row(links.no);
    await untilSettled(no);
    await intercept(page, '**/api/**');
    await no.click();
    await expect(parent.shown(links.repliedLater)).toBeVisible();
    await parent.openRow(LONG);
    await sheet.getByRole('button', { name: links.takeBack.one }).click();
    await expect(parent.shown(links.takenBackLater)).toBeVisible();
  });
});

async function expectPassing(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  expect(await faultsOfLayout(page), state).toEqual([]);
}
