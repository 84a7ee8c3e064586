import { expect } from '@playwright/test';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { damaged } from './support/mail.ts';
import { filled, person } from './support/parent.ts';
import { anotherBrowser, askWithNewAccount, familyOn, invite, letIn, sectionOf } from './support/parents.ts';
import { untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { waitForChunk } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('a second parent is invited by a code, let in, joins, and both see who tapped', async ({
  page,
  browser,
  server: { url },
  parent,
  language,
  words,
  watch,
  allowConsole,
}) => {
  // A look at an invitation that opens nothing, and a joining that asks who it is.
  allowConsole(/403|410|ERR_INTERNET_DISCONNECTED/);
  const { people, parents, history, join } = words;
  await familyOn(page, url, language);
  const section = sectionOf(page, words);
  await expect(section.getByText(parents.alone)).toBeVisible();
  await expect(section.getByRole('button', { name: parents.leave.open })).toHaveCount(0);
  await test.step('without a network nobody is invited, and the page says so', async () => {
    // They come a second after the first screen; under way as the network goes, they would be missed.
    for (const part of ['update', 'nudges']) await waitForChunk(page, part);
    await page.context().setOffline(true);
    await section.getByRole('button', { name: parents.invite.open }).click();
    await expect(section.getByRole('alert').filter({ hasText: words.signIn.failures.offline })).toBeVisible();
    await page.context().setOffline(false);
  });
  const link = await invite(page, words);
  // No link lies half below the header.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await violationsOn(page)).toEqual([]);

  const bo = person('Bo', 'Lind');
  const second = await anotherBrowser(browser, language, watch);
  const third = await anotherBrowser(browser, language, watch);
  await test.step('the page names the inviter, and asks for an account first', async () => {
    await second.page.goto(damaged(link));
    await expect(
      second.page.getByRole('heading', { level: 1, name: filled(join.headline, { name: 'Astrid' }) }),
    ).toBeVisible();
    expect(second.page.url()).toBe(`${url}/join`);
    expect(await violationsOn(second.page)).toEqual([]);
  });
  const { banner, nav } = words.common;
  const told = page.getByRole('status').filter({ hasText: banner.askedTitle });
  const mark = page
    .getByRole('link', { name: `${nav.profile} (${banner.askedTitle})` })
    .locator('span[aria-hidden]');
  await parent.follow(nav.dashboard);
  const thumb = new Thumb(second.page);
  await askWithNewAccount(second, link, bo, thumb);

  await test.step('Anna is told of it wherever she is, and led to where she answers', async () => {
    await expect(mark).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    for (const place of [nav.dashboard, nav.history, nav.profile, nav.home]) {
      await parent.follow(place);
      await expect(told).toBeVisible();
    }
    await told.getByRole('link', { name: banner.askedOpen }).click();
    await expect(page.getByRole('heading', { level: 1, name: parents.title })).toBeFocused();
    await expect(told).toBeHidden();
    await expect(mark).toBeVisible();
  });

  await test.step('waiting survives a reload, and without approval nothing moves', async () => {
    await second.page.reload();
    await expect(second.shown(filled(join.asked, { name: 'Astrid' }))).toBeVisible();
    await expect(second.page.getByRole('button', { name: join.join })).toHaveCount(0);
    expect(await violationsOn(second.page)).toEqual([]);
  });

  await test.step('a third with the same link learns nothing', async () => {
    await third.page.goto(link);
    await expect(third.page.getByRole('alert').filter({ hasText: join.dead })).toBeVisible();
    await expect(third.page.getByText('Astrid')).toHaveCount(0);
    expect(await violationsOn(third.page)).toEqual([]);
  });

  await test.step('Anna sees who asks, and lets in; Bo joins an empty-handed account without a word', async () => {
    await expect(section.getByRole('button', { name: parents.asked.yes })).toBeVisible();
    await expect(section).toContainText(parents.asked.notVerified);
    expect(await violationsOn(page)).toEqual([]);
    await letIn(page, words, bo);
    await expect(second.page.getByRole('button', { name: join.join })).toBeVisible();
    expect(await violationsOn(second.page)).toEqual([]);
    for (const place of [nav.profile, nav.dashboard]) {
      await parent.follow(place);
      await expect(told.or(mark)).toHaveCount(0);
    }
    await thumb.press(second.page.getByRole('button', { name: join.join }));
    await expect(second.page.getByRole('heading', { level: 1, name: words.hereNow.title })).toBeVisible();
    expect(thumb.taps).toBe(3);
  });

  await test.step('each tap shows on the other phone, with its parent', async () => {
    await page.goto(`${url}/dashboard`);
    const checkOut = filled(people.checkOutNamed, { name: 'Ella' });
    const checkIn = filled(people.checkInNamed, { name: 'Ella' });
    const rowOfElla = page
      .getByRole('listitem')
      .filter({ hasText: 'Ella' })
      .filter({ has: page.getByRole('button', { name: checkOut }) });
    await expect(rowOfElla.getByText(`${history.by} Astrid`)).toBeVisible();
    await second.page.getByRole('button', { name: checkOut }).click();
    await expect(page.getByRole('button', { name: checkIn })).toBeVisible();
    await second.page.mouse.move(1, 1);
    await untilSettled(second.page.getByRole('button', { name: checkIn }));
    await second.page.getByRole('button', { name: checkIn }).click();
    await expect(rowOfElla.getByText(`${history.by} Bo`)).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${url}/history`);
    const visits = page.getByRole('main').getByRole('button', { name: /^Ella / });
    await expect(visits.first()).toContainText(`${history.by} Bo`);
    await expect(visits.nth(1)).toContainText(`${history.by} Astrid ${history.and} Bo`);
    expect(await violationsOn(page)).toEqual([]);
    await visits.nth(1).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(`${history.by} Astrid`)).toBeVisible();
    await expect(sheet.getByText(`${history.by} Bo`)).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });

  await test.step('the link opens nothing any more, and both are listed', async () => {
    await third.page.reload();
    await expect(third.page.getByRole('alert').filter({ hasText: join.dead })).toBeVisible();
    await page.goto(`${url}/profile/parents`);
    await expect(section.getByText(bo.email)).toBeVisible();
    await expect(
      section.getByRole('button', { name: filled(parents.remove.named, { name: 'Bo Lind' }) }),
    ).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });
  await second.page.context().close();
  await third.page.context().close();
});
