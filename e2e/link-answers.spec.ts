import { expect, type Locator } from '@playwright/test';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type Announcement, noteAnnouncements } from './support/accessibility/live-regions.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { seenSoon } from './support/soon.ts';
import { untilSettled } from './support/still.ts';
import {
  atTheDoor,
  copyLink,
  ELLA,
  messageParentAfterCheckIn,
  openMessageParent,
  Reader,
} from './support/the-door.ts';
import { timed } from './support/timed.ts';

test.use({ viewport: { width: 360, height: 640 } });

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

/** Waits until a row says something, as soon as it is to. */
function saysSoon(row: Locator, text: RegExp): Promise<void> {
  return seenSoon(row.page(), () => row.filter({ hasText: text }).isVisible());
}

/** A half hour that does not pass during the test, and the pattern of a text with it on screens in Stockholm. */
function halfHourAhead() {
  const step = 30 * MINUTE_MS;
  const until = isoTime(Math.floor((Date.now() + 15 * MINUTE_MS) / step + 1) * step);
  const options = { timeZone: 'Europe/Stockholm', hour: '2-digit', minute: '2-digit' } as const;
  const time = new Intl.DateTimeFormat('sv-SE', options).format(new Date(until));
  const then = (text: string, values: Record<string, string> = {}) => timed(text, values, time);
  return { until, then };
}

test('the host sees in two seconds an opened link, and answers, and replies', async ({ parent, server }) => {
  const { page, words, language } = parent;
  const { links, people, common } = words;
  await page.addInitScript(noteAnnouncements);
  const { home } = await atTheDoor({ page, server, language });
  await messageParentAfterCheckIn(page, words);
  const reader = new Reader(server.url, await copyLink(page, home, words));
  await page.keyboard.press('Escape');
  await page.mouse.move(1, 1);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: ELLA }).first();
  await expect(row).toContainText(timed(links.notOpened));
  const said = async (text: RegExp) => {
    const all = await page.evaluate<Announcement[]>(() => Reflect.get(window, 'announcements'));
    return all.filter((one) => one.heard && one.urgency === 'polite' && text.test(one.text)).length;
  };

  await test.step('opened', async () => {
    expect((await reader.see(true)).status).toBe(200);
    await saysSoon(row, timed(links.opened));
  });

  await test.step('an answer, which is announced once', async () => {
    expect((await reader.answer({ code: 'on-my-way' })).status).toBe(200);
    const onMyWay = timed(links.answered, { answer: links.answers['on-my-way'] });
    await saysSoon(row, onMyWay);
    await expect.poll(() => said(onMyWay)).toBe(1);
  });

  await test.step('taken back, it is gone', async () => {
    const takesBack = (await reader.visit()).answer?.at ?? '';
    expect((await reader.answer({ takesBack })).status).toBe(200);
    await saysSoon(row, timed(links.opened));
    await expect(row).not.toContainText(links.answers['on-my-way']);
  });

  const { until, then } = halfHourAhead();
  const question = then(links.answers.stay, { name: 'Ella' });
  const named = (label: string) => row.getByRole('button', { name: then(`${label}. ${ELLA}`) });

  await test.step('a question, answered with no', async () => {
    await expect.poll(async () => (await reader.answer({ code: 'stay', until })).status).toBe(200);
    await saysSoon(row, question);
    await untilSettled(named(links.no));
    await named(links.no).dblclick();
    await expect(row).toContainText(links.saidNo);
    await seenSoon(page, async () => (await reader.visit()).answer?.reply?.yes === false);
  });

  await test.step('asked again, answered with yes, which plans the time', async () => {
    await expect.poll(async () => (await reader.answer({ code: 'stay', until })).status).toBe(200);
    await page.mouse.move(1, 1);
    await untilSettled(named(links.yes));
    await named(links.yes).focus();
    // The row holds still as long as a finger or the pointer is at it.
    await named(links.yes).hover();
    await page.keyboard.press('Enter');
    await expect(row.locator(':focus')).toContainText(then(links.saidYes));
    await seenSoon(page, async () => (await reader.visit()).expected === until);
    await expect.poll(async () => (await reader.visit()).answer?.reply?.yes).toBe(true);
    await expect(row).toContainText(then(links.home));
  });

  await test.step('the check-out takes nothing away below the finger, and reaches the reader', async () => {
    await row.getByRole('button', { name: filled(people.checkOutNamed, { name: ELLA }) }).click();
    await expect(row).toContainText(common.checkedOut);
    await expect(row).toContainText(then(links.home));
    await expect(named(links.yes)).toBeHidden();
    await seenSoon(page, async () => !(await reader.visit()).open);
  });
});

test('the sheet shows links and answers, of a past visit too, and takes links back: the next message has another', {
  tag: '@full',
}, async ({ page, server, parent, words, language }) => {
  const { links, people } = words;
  const { home, ella } = await atTheDoor({ page, server, language });
  const statusOf = async (link: string) => (await new Reader(server.url, link).see(false)).status;
  const dialog = await messageParentAfterCheckIn(page, words);
  const first = await copyLink(page, home, words);
  await page.keyboard.press('Escape');

  await test.step('taken back while the visit lasts', async () => {
    await parent.openRow(ELLA);
    await expect(dialog).toContainText(timed(links.endsOpen.split('{{time}}')[0] ?? ''));
    await dialog.getByRole('button', { name: links.takeBack.one }).click();
    await seenSoon(page, async () => (await statusOf(first)) === 410);
  });

  await parent.openRow(ELLA);
  await openMessageParent(page, words);
  const second = await copyLink(page, home, words);
  expect(second).not.toBe(first);
  await expect.poll(() => statusOf(second)).toBe(200);
  expect(await statusOf(first)).toBe(410);
  expect((await new Reader(server.url, second).answer({ code: 'thanks' })).status).toBe(200);
  await home.run('checkOut', ella);
  await page.keyboard.press('Escape');

  await test.step('taken back afterwards', async () => {
    await parent.follow(words.common.nav.history);
    const visit = page.getByRole('main').getByRole('listitem').getByRole('button').first();
    await visit.click();
    await expect(dialog.getByRole('region', { name: links.title })).toBeVisible();
    await expect(dialog).toContainText(timed(links.notOpened));
    await expect(dialog).toContainText(timed(links.answered, { answer: links.answers.thanks }));
    await expect(dialog).toContainText(timed(links.ends));
    await dialog.getByRole('button', { name: links.takeBack.one }).click();
    await expect(dialog).toBeHidden();
    await expect(parent.shown(links.takenBack)).toBeVisible();
    await seenSoon(page, async () => (await statusOf(second)) === 410);
    await visit.click();
    await expect(dialog.getByRole('region', { name: links.title })).toHaveCount(0);
    await expect(
      page.getByRole('button', { name: filled(people.checkOutNamed, { name: ELLA }) }),
    ).toHaveCount(0);
  });
});
