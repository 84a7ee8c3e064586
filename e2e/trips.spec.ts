import { expect, type Page } from '@playwright/test';
import type { Visit } from '#domain/documents.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { householdOf } from '#tests/support/people/following-families.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { controls } from './support/board.ts';
import { TwoFamilies } from './support/followers.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { atTheDoor, visitOnServer } from './support/the-door.ts';

test.use({ viewport: { width: 360, height: 640 } });

const shownAt = (at: string | number) =>
  new Date(at).toLocaleTimeString('sv-SE', {
    timeZone: 'Europe/Stockholm',
    hour: '2-digit',
    minute: '2-digit',
  });

/** A list waits until nobody has touched it for a while, in ms. */
const IDLE = { timeout: 15_000 };

/** The first of the board's lists: who is here, and who is on the way home. */
const rowOf = (page: Page, name = 'Ella') =>
  page.getByRole('main').getByRole('region').first().getByRole('listitem').filter({ hasText: name });

const onTheWay = ({ trips }: Words) => filled(trips.onTheWay, { time: '' }).trim();

/** Ella left and began a trip so many minutes ago, by another phone of the family; it takes ten minutes. */
async function leftAgo(home: HouseholdOnPhone, ella: VisitorRef, minutes: number): Promise<void> {
  const tappedAt = Date.now() - minutes * MINUTE_MS;
  await home.run('checkIn', ella, { tappedAt: tappedAt - 30 * MINUTE_MS });
  const checkOut = home.op('checkOut', ella, { tappedAt });
  await home.sync({ ops: [checkOut] });
  await home.run('startTrip', { ...ella, checkOut: checkOut.op, since: 0, minutes: 10 }, { tappedAt });
}

const tripOn = async (home: HouseholdOnPhone, isThere: (visit: Visit) => boolean) =>
  (await visitOnServer(home, isThere)).trip;

test('one press begins the way home; the sheet changes it', async ({
  page,
  server,
  parent,
  words,
  language,
}) => {
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  await home.run('checkIn', ella);
  const { checkOut, checkIn } = controls(page, words);
  const toast = page.getByRole('region', { name: words.common.toast });
  await checkOut('Ella').click();

  await test.step('offered beside undo and the message, of which none lies outside the screen', async () => {
    for (const name of [words.common.undo, filled(words.messageParent.parentOf, { name: 'Ella' })])
      await expect(toast.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const thumb = new Thumb(page);
    await thumb.press(toast.getByRole('button', { name: words.trip.start }));
    expect(thumb.taps).toBe(1);
  });

  const trip = await tripOn(home, (visit) => visit.trip !== undefined);
  const begun = Math.floor(Date.parse(trip?.startedAt ?? '') / MINUTE_MS);
  expect(Date.parse(trip?.due ?? '') / MINUTE_MS).toBe(begun + 15);
  const dueAt = shownAt(trip?.due ?? '');
  await expect(toast).toContainText(filled(words.trip.started, { name: 'Ella', time: dueAt }));

  await test.step('the row stands where it was, and counts as nobody here', async () => {
    await expect(rowOf(page)).toContainText(onTheWay(words), IDLE);
    await expect(rowOf(page)).toContainText(filled(words.trips.due, { time: dueAt }));
    await expect(rowOf(page)).toContainText(words.trips.onlyYou);
    await expect(page.getByText(words.people.hereCount.zero)).toBeVisible();
    await expect(checkIn('Ella')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });

  const dialog = page.getByRole('dialog');
  await test.step('other minutes, which are the usual ones from now on', async () => {
    await parent.openRow('Ella');
    await expect(dialog).toContainText(words.following.visit.trip.note);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: `${words.trip.start}, 30 min` }).click();
    await expect(dialog).toBeHidden();
    await tripOn(home, ({ trip: changed }) => changed?.op === trip?.op && changed?.due !== trip?.due);
    const [friend] = [...(await home.documents())].filter(([path]) => path.includes('/friends/'));
    expect(friend?.[1]).toMatchObject({ tripMinutes: 30 });
  });

  await test.step('a time is kept as it was chosen', async () => {
    await parent.openRow('Ella');
    await dialog.getByRole('button', { name: words.links.otherTime, exact: true }).click();
    const at = shownAt(Date.now() + 47 * MINUTE_MS);
    await dialog.getByLabel(words.links.otherTime, { exact: true }).fill(at);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const changed = await tripOn(home, (visit) => shownAt(visit.trip?.due ?? '') === at);
    expect(changed?.startedAt).toBe(trip?.startedAt);
  });

  await test.step('taken back', async () => {
    await parent.openRow('Ella');
    await dialog.getByRole('button', { name: words.trips.takeBack }).click();
    await tripOn(home, (visit) => visit.trip?.over?.how === 'taken-back');
    await expect(rowOf(page)).toHaveCount(0, IDLE);
  });
});

test('late without a word the row asks', { tag: '@full' }, async ({ page, server, words, language }) => {
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  await leftAgo(home, ella, 25);
  const late = filled(words.trips.late, { name: 'Ella' });
  await expect(rowOf(page)).toContainText(late, IDLE);
  await expect(rowOf(page)).toContainText(filled(words.trips.wasDue, { time: '' }).trim());
  await expect(rowOf(page)).toContainText(words.trips.onlyYou);
  await expect(rowOf(page).getByRole('link', { name: words.messageParent.call })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await rowOf(page)
    .getByRole('button', { name: `${words.trips.isHome}. Ella` })
    .click();
  const trip = await tripOn(home, (visit) => visit.trip?.over?.how === 'host');
  const called = filled(words.trips.called, { time: shownAt(trip?.over?.at ?? '') });
  await expect(rowOf(page)).toContainText(called);
  const undo = page.getByRole('region', { name: words.common.toast }).getByRole('button', {
    name: words.common.undo,
  });
  await untilSettled(undo);
  await undo.click();
  await tripOn(home, (visit) => visit.trip !== undefined && visit.trip.over === undefined);
  await expect(rowOf(page)).toContainText(late);
});

test('a home says so by its name, or nobody', { tag: '@full' }, async ({ page, server, words, language }) => {
  const families = await TwoFamilies.register(server.url, language);
  await families.ask({ yes: true });
  const { host, home, linked } = families;
  const vera = await host.addFriend(linked.ref.child, 'Vera');
  await leftAgo(host, vera, 90);
  const tuva = await host.addFriend(linked.ref.child, 'Tuva');
  await leftAgo(host, tuva, 90);
  await host.run('checkIn', tuva, { tappedAt: Date.now() - 60 * MINUTE_MS });
  const checkOut = host.op('checkOut', linked.ref);
  await host.sync({ ops: [checkOut] });
  await host.run('startTrip', { ...linked.ref, checkOut: checkOut.op, since: 0, minutes: 10 });
  await families.open(page, 'host');
  await expect(rowOf(page)).toContainText(onTheWay(words), IDLE);
  await expect(rowOf(page)).not.toContainText(words.trips.onlyYou);
  await expect(rowOf(page, 'Vera')).toHaveCount(0);
  const [follow] = await families.followed();
  const { startedAt = '' } = follow?.visit?.trip ?? {};
  const answered = { ...householdOf(home), id: follow?.id ?? '', answer: { home: startedAt } };
  await done(home, 'answerFollowed', answered);
  const said = filled(words.trips.saidBy, { by: 'Astrid Berg', time: '' }).trim();
  await expect(rowOf(page)).toContainText(said, IDLE);
  await page.goto(`${server.url}/history`);
  const inHistory = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(inHistory('Ella')).toContainText(said);
  await expect(inHistory('Vera')).toContainText(filled(words.trips.unsaid, { name: 'Vera' }));
  // Back before anybody was missed at home.
  await expect(inHistory('Tuva')).toHaveCount(2);
  await expect(page.getByText(filled(words.trips.unsaid, { name: 'Tuva' }))).toHaveCount(0);
});

test('unsent, the family knows nothing', { tag: '@full' }, async ({ page, server, words, language }) => {
  allowConsole(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  await home.run('checkIn', ella);
  const { checkOut } = controls(page, words);
  await expect(checkOut('Ella')).toBeVisible();
  const isBack = await intercept(page, '**/api/**');
  await checkOut('Ella').click();
  const toast = page.getByRole('region', { name: words.common.toast });
  const start = toast.getByRole('button', { name: words.trip.start });
  await untilSettled(start);
  await start.click();
  await expect(rowOf(page)).toContainText(words.trips.unsent, IDLE);
  await expect(rowOf(page)).toContainText(onTheWay(words));
  await expect(rowOf(page).getByRole('link', { name: words.messageParent.call })).toBeVisible();
  await expect(rowOf(page).getByRole('button', { name: words.trips.isHome })).toHaveCount(0);
  isBack();
  await tripOn(home, (visit) => visit.trip !== undefined);
  await expect(rowOf(page)).not.toContainText(words.trips.unsent, { timeout: 30_000 });
  await expect(rowOf(page)).toContainText(onTheWay(words));
});

test('without contact a late row says that no answer has reached this phone, after a restore that it is unknown', {
  tag: '@full',
}, async ({ page, ownServer: server, words, language }) => {
  allowConsole(
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
  );
  const { home, ella } = await atTheDoor({ page, server, language, name: 'Ella' });
  await leftAgo(home, ella, 25);
  const late = filled(words.trips.late, { name: 'Ella' });
  await expect(rowOf(page)).toContainText(late, IDLE);
  await server.kill();
  const silent = new RegExp(RegExp.escape(words.trips.silent).replace('\\{\\{time\\}\\}', '\\d\\d:\\d\\d'));
  await expect(rowOf(page)).toContainText(silent, { timeout: 60_000 });
  await expect(rowOf(page)).not.toContainText(late);
  await server.restart();
  await expect(rowOf(page)).toContainText(late, { timeout: 60_000 });
  await page.route('**/api/sync', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), restored: { at: Date.now() } } });
  });
  await home.run('addFriend', { child: ella.child, friend: 'tuva', name: 'Tuva', parentPhone: '0701234567' });
  await page.reload();
  await expect(rowOf(page)).toContainText(words.trips.unknown, IDLE);
});
