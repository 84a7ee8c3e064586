import { expect, type Page } from '@playwright/test';
import { loadTexts } from '#client/link-page/translations/texts.ts';
import { HostTaps } from '#tests/support/people/host-taps.ts';
import { mustRun, visitOf } from '#tests/support/people/linked-visit.ts';
import { at, onTheWay, shown } from '#tests/support/people/shared-visits.ts';
import { expectAccessible } from './support/accessibility/axe.ts';
import { TwoFamilies } from './support/followers.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled } from './support/parent.ts';
import { untilSettled } from './support/still.ts';
import { openVisit, SECRET } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });
test.beforeEach(() => allowConsole(/Failed to load resource|ERR_FAILED/));

const button = (page: Page, text: string) =>
  page.getByRole('button', { name: filled(text, { name: 'Ella' }) });

test('on a link "is home" counts once, is taken back, or says why it failed', async ({
  page,
  server,
  language,
}) => {
  const { trip, answers } = await loadTexts(language);
  await page.clock.install();
  const link = await openVisit(page, server.url, shown(onTheWay()));
  const [home, undo] = [button(page, trip.homeNamed), button(page, answers.undo)];
  const [main, focused] = [page.getByRole('main'), page.locator(':focus')];
  const alert = main.getByRole('alert');
  const thanks = button(page, answers.thanks);
  await expectAccessible(page, 'on the way');
  link.answer = () => 'offline';
  await home.click();
  await expect(alert).toContainText(answers.failed);
  await expectAccessible(page, 'not sent');
  const before = await thanks.boundingBox();
  const word = shown({ ...onTheWay({ said: { isHome: true, at: at('15:14') } }), asOf: at('15:14') });
  link.answer = () => word;
  await home.dblclick();
  await expect(main).toContainText(filled(trip.youSaid, { name: 'Ella', time: '16:14' }));
  await expect(home.and(focused)).toHaveAttribute('aria-pressed', 'true');
  expect(await thanks.boundingBox()).toEqual(before);
  const news = filled(trip.said, { name: 'Ella', time: '16:14' });
  await expect(page.locator('#announce-polite')).toHaveText(news);
  await expectAccessible(page, 'said');
  expect(link.asked('answer').slice(1)).toEqual([{ link: SECRET, answer: { home: at('15:02') } }]);
  link.answer = () => 'offline';
  await undo.click();
  await expect(alert).toContainText(answers.notTakenBack);
  link.answer = () => shown(onTheWay());
  await undo.click();
  await expect(main).toContainText(answers.takenBack);
  expect(link.asked('answer').at(-1)).toEqual({ link: SECRET, answer: { takesBackHome: at('15:14') } });
  link.answer = () => word;
  await home.press('Enter');
  await expect(undo).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(undo).toBeHidden();
  await expect(main).toContainText(news);

  await test.step('refused for another trip, which somebody else ends', async () => {
    link.reply = shown(onTheWay());
    await page.reload();
    link.answer = () => 'refused';
    link.reply = shown(onTheWay({ startedAt: at('15:05') }));
    await home.click();
    await expect(alert).toContainText(answers.notPossible);
    await expect.poll(() => link.asked('look').length).toBeGreaterThan(2);
    link.answer = () => shown(onTheWay({ said: { isHome: true, at: at('15:09') } }));
    await home.click();
    // Before the ten seconds of an own word would have passed.
    const soon = { timeout: 5000 };
    await expect(main).toContainText(filled(trip.said, { name: 'Ella', time: '16:09' }), soon);
    expect(link.asked('answer').at(-1)).toEqual({ link: SECRET, answer: { home: at('15:05') } });
    await expect(undo.or(alert)).toHaveCount(0, soon);
  });
});

test('a home says it on its board, beside a link', async ({ page, context, server, language, words }) => {
  const { trip, answers } = words.following.visit;
  const families = await TwoFamilies.register(server.url, language);
  const { linked, home: family } = families;
  await family.addChild('Nils');
  await families.ask({ yes: true });
  const checkOut = await new HostTaps(linked).checkOut();
  await mustRun(linked.phone, 'startTrip', { ...linked.ref, checkOut, since: 0, minutes: 15 });
  const tripOf = async () => (await visitOf(linked)).trip;
  const reader = await context.newPage();
  await reader.goto(`${server.url}/visit?lng=${language}#${linked.link}`);
  await button(reader, trip.homeNamed).click();
  await reader.bringToFront();
  await expect(button(reader, answers.undo)).toBeVisible();
  expect(await tripOf()).toMatchObject({ link: {} });
  await reader.reload();
  await expect(button(reader, trip.homeNamed)).toHaveAttribute('aria-pressed', 'true');
  await expect(button(reader, answers.undo)).toBeHidden();

  await families.open(page, 'home');
  const row = page.locator('[data-row]').filter({ hasText: 'Kim' });
  const home = row.getByRole('button', { name: trip.home });
  const toast = page.getByRole('region', { name: words.common.toast });
  const undo = toast.getByRole('button', { name: words.common.undo });
  await expect(page.locator('[data-row]:not([inert])').and(row)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page, 'on the way');
  await untilSettled(home);
  const goes = row.getByRole('button', { name: words.following.coming.goes });
  const placeOf = () => Promise.all([home.boundingBox(), goes.boundingBox()]);
  const place = await placeOf();
  const isBack = await intercept(page, '**/api/following/answer');
  await home.click();
  await expect(row.getByRole('alert')).toHaveText(words.following.coming.notTold);
  isBack();
  await home.dblclick();
  await expect(home.and(page.locator(':focus'))).toHaveAttribute('aria-pressed', 'true');
  expect(await placeOf()).toEqual(place);
  await expect(toast).toContainText(
    new RegExp(filled(trip.youSaid, { name: 'Ella', time: '\\d\\d:\\d\\d' })),
  );
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await tripOf()).toMatchObject({ over: { how: 'home' } });
  await expectAccessible(page, 'said');
  await untilSettled(undo);
  await undo.click();
  await expect(home).toHaveAttribute('aria-pressed', 'false');
  const open = await tripOf();
  expect(open).not.toHaveProperty('over');

  await test.step('a word that did not get through is forgotten once somebody else says it', async () => {
    const isBackAgain = await intercept(page, '**/api/following/answer');
    await home.click();
    await expect(row.getByRole('alert')).toBeVisible();
    isBackAgain();
    const { ref, visit, phone } = linked;
    await mustRun(phone, 'endTrip', { ...ref, visit, start: open?.op ?? '', how: 'host' });
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(home).toHaveAttribute('aria-pressed', 'true', { timeout: 2000 });
    }).toPass();
    await expect(row.getByRole('alert')).toHaveCount(0);
  });
});
