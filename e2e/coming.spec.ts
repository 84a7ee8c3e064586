import { expect, type Page } from '@playwright/test';
import type { SaidComing } from '#domain/trips/coming.ts';
import { householdOf } from '#tests/support/people/following-families.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { controls } from './support/board.ts';
import { TwoFamilies } from './support/followers.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { untilOpen, untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { atTheDoor } from './support/the-door.ts';

test.use({ viewport: { width: 360, height: 640 } });

/** A list that holds still follows after a while without a touch, in ms. */
const FOLLOWS = { timeout: 15_000 };
const COMING = '**/api/following/coming';

const card = (page: Page, { following }: Words) => page.getByRole('region', { name: following.heading });
const button = (page: Page, words: Words, label: string) => {
  const whom = filled(words.following.whom, { name: 'Ella', child: 'Kim' });
  return card(page, words).getByRole('button', { name: `${label}. ${whom}` });
};
const started = (text: string) => new RegExp(filled(text, { since: '\\d\\d:\\d\\d', due: '\\d\\d:\\d\\d' }));

/** The host's family, which has no visit of Ella, and her own, which follows her. */
async function settled(url: string, language: 'sv' | 'en', friend = 'Ella Berg'): Promise<TwoFamilies> {
  const families = await TwoFamilies.register(url, language, friend);
  await families.home.addChild('Nils');
  await families.ask({ yes: true });
  const { ref, visit } = families.linked;
  await families.host.run('deleteVisit', { ...ref, visit });
  return families;
}

test('a home says in two presses that its child leaves', async ({ page, server, language, words }) => {
  allowConsole(/ERR_FAILED|409/);
  const { coming } = words.following;
  const families = await settled(server.url, language);
  await families.open(page, 'home');
  const sheet = page.getByRole('dialog');
  const goes = button(page, words, coming.goes);

  await test.step('without contact the sheet says so, keeps the choice and offers a message', async () => {
    const isBack = await intercept(page, COMING);
    await untilOpen(goes, sheet);
    expect(await violationsOn(page)).toEqual([]);
    const ten = sheet.getByRole('button', { name: '10 min' });
    await ten.click();
    await expect(sheet.getByRole('alert')).toContainText(coming.notTold);
    await expect(ten).toHaveAttribute('aria-pressed', 'true');
    const sms = sheet.getByRole('link', { name: words.messageParentDialog.sms });
    const text = decodeURIComponent((await sms.getAttribute('href')) ?? '');
    expect(text).toMatch(/^sms:\?body=Ella: /);
    expect(text).toMatch(started(coming.onTheWay));
    expect(await violationsOn(page)).toEqual([]);
    isBack();
    await ten.click();
    await expect(sheet).toBeHidden();
    await expect(card(page, words)).toContainText(started(coming.onTheWay));
    expect(await violationsOn(page)).toEqual([]);
  });

  await test.step('a toast takes it back', async () => {
    const toast = page.getByRole('region', { name: words.common.toast });
    const undo = toast.getByRole('button', { name: words.common.undo });
    await untilSettled(undo);
    await undo.click();
    await expect(goes).toBeVisible();
    await expect(card(page, words)).not.toContainText(started(coming.onTheWay));
    expect((await families.followed())[0]?.coming).toEqual({});
  });

  await test.step('an expected time becomes a way there by one press, of the minutes used last', async () => {
    await untilOpen(goes, sheet);
    const comes = filled(coming.comes, { day: '', time: '' }).trim();
    await sheet.getByRole('button', { name: comes }).first().click();
    await expect(sheet).toBeHidden();
    const day = new RegExp(`${coming.today}|${coming.tomorrow}`);
    await expect(card(page, words)).toContainText(day);
    await button(page, words, coming.goesNow).click();
    await expect(card(page, words)).toContainText(started(coming.onTheWay));
    const { trip } = (await families.followed())[0]?.coming ?? {};
    const minutes = (Date.parse(trip?.due ?? '') - Date.parse(trip?.startedAt ?? '')) / 60_000;
    expect(Math.ceil(minutes)).toBe(10);
  });

  await test.step('once checked in there, a start is refused with a sentence', async () => {
    await untilOpen(button(page, words, words.common.edit), sheet);
    const five = sheet.getByRole('button', { name: '5 min', exact: true });
    const place = await five.boundingBox();
    await families.host.run('checkIn', families.linked.ref);
    await expect(sheet.getByRole('button', { name: words.common.undo })).toBeHidden(FOLLOWS);
    expect(await five.boundingBox()).toEqual(place);
    await five.click();
    const refused = filled(coming.checkedIn, { name: 'Ella', child: 'Kim' });
    await expect(sheet.getByRole('alert')).toHaveText(refused);
    await page.keyboard.press('Escape');
    await expect(card(page, words)).not.toContainText(started(coming.onTheWay), FOLLOWS);
  });

  await test.step('an expected time stands beside how the visit ended', async () => {
    await families.host.run('checkOut', families.linked.ref);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const said = { says: 'expected', at: inHours(1), until: inHours(20), zone: 'Europe/Stockholm' } as const;
    const [{ id } = { id: '' }] = await families.followed();
    await done(families.home, 'sayComing', { ...householdOf(families.home), id, said });
    await page.reload();
    const left = filled(words.following.visit.out, { name: 'Ella', child: 'Kim' });
    await expect(card(page, words)).toContainText(left);
    const until = filled(coming.expectedAt, { day: '.*', due: '.*', child: 'Kim' });
    await expect(card(page, words)).toContainText(new RegExp(until));
  });
});

test('a host reads who is on the way', { tag: '@full' }, async ({ page, server, language, words }) => {
  const { coming } = words.following;
  const families = await settled(server.url, language, 'Ella Konstantinidou Andersson-Lindqvist');
  await families.host.addFriend(families.linked.ref.child, 'Noah');
  const listens = page.waitForResponse((response) => response.url().includes('/api/live?cursor='));
  await families.open(page, 'host');
  await listens;
  const list = page.getByRole('region', { name: 'Kim' }).getByRole('listitem');
  await expect(list.first()).toContainText('Noah');
  const [row] = await families.followed();
  const say = (said: SaidComing) =>
    done(families.home, 'sayComing', { ...householdOf(families.home), id: row?.id ?? '', said });
  const leaves = { says: 'leaves', minutes: 15, zone: 'Europe/Stockholm' } as const;
  const onTheWay = list.filter({ hasText: started(coming.onTheWay) });

  await say(leaves);
  // The words follow at once, the order once nobody touches the list.
  await expect(onTheWay).toContainText('Ella', { timeout: 3000 });
  await expect(list.first()).toContainText('Ella', FOLLOWS);
  expect(await violationsOn(page)).toEqual([]);
  await say({ says: 'no-trip' });
  await expect(onTheWay).toHaveCount(0, { timeout: 3000 });

  await say(leaves);
  await expect(onTheWay).toContainText('Ella', { timeout: 3000 });
  const sheet = page.getByRole('dialog');
  await untilOpen(page.getByRole('button', { name: words.common.checkIn, exact: true }), sheet);
  const first = sheet.getByRole('listitem').first();
  await expect(first).toContainText(started(coming.onTheWay));
  expect(await violationsOn(page)).toEqual([]);
  const height = () => first.evaluate((row) => row.getBoundingClientRect().height);
  const before = await height();
  await untilSettled(first.getByRole('button'));
  await first.getByRole('button').click();
  await expect(first).toContainText(words.common.checkedIn);
  expect(await height()).toBe(before);
  await expect.poll(async () => (await families.followed())[0]?.coming).toEqual({});
});

test('a host expects a friend', { tag: '@full' }, async ({ page, server, language, words, parent }) => {
  const { coming } = words.following;
  const name = 'Ella';
  const { home, ella } = await atTheDoor({ page, server, language, name });
  await home.addFriend(ella.child, 'Omar');
  const rows = page.getByRole('region', { name: 'Noah' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Omar' })).toBeVisible();
  const thumb = new Thumb(page);
  const sheet = page.getByRole('dialog');

  const whole = rows.filter({ hasText: name }).getByText(name);
  await untilSettled(whole);
  await thumb.press(whole);
  await thumb.press(sheet.getByRole('button', { name: words.visit.answers.choose }));
  expect(await violationsOn(page)).toEqual([]);
  const comes = sheet.getByRole('button', { name: filled(coming.comes, { day: '', time: '' }).trim() });
  await thumb.press(comes.first());
  expect(thumb.taps).toBe(3);
  await expect(sheet).toBeHidden();
  const expected = new RegExp(filled(coming.expected, { due: '\\d\\d:\\d\\d' }));
  await expect(rows.first()).toContainText(expected, FOLLOWS);
  await expect(rows.first()).toContainText(name, FOLLOWS);

  await test.step('a check-in ends it, and undo brings it back', async () => {
    const checkIn = rows.first().getByRole('button', { name: words.common.checkIn });
    await untilSettled(checkIn);
    await checkIn.click();
    await expect(rows.first()).toContainText(words.common.checkedIn);
    await controls(page, words).undo(name).click();
    await expect(rows.first()).toContainText(expected, FOLLOWS);
  });

  await test.step('taken back in the sheet, and by the toast again', async () => {
    await parent.openRow(name);
    await sheet.getByRole('button', { name: words.trips.notExpected }).click();
    await expect(page.getByText(expected)).toHaveCount(0);
    const undo = page.getByRole('region', { name: words.common.toast }).getByRole('button', {
      name: words.common.undo,
    });
    await untilSettled(undo);
    await undo.click();
    await expect(page.getByText(expected)).toBeVisible();
  });
});
