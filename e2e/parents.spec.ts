import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { PASSWORD } from '#tests/support/people/household.ts';
import { invite as openInvite } from '#tests/support/people/two-parents.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept, interceptNext } from './support/intercept.ts';
import { damaged } from './support/mail.ts';
import { filled, person } from './support/parent.ts';
import {
  askWithNewAccount,
  familyOn,
  invite,
  joinNow,
  letIn,
  readCode,
  sectionOf,
  showItIsYou,
} from './support/parents.ts';
import { watchRequests } from './support/rest.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { pressStill, untilSettled, untilStill } from './support/still.ts';
import { Thumb } from './support/taps.ts';
import { waitForParts, waitForPrefetched } from './support/unsent.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('a second parent is invited, let in, joins, and both see who tapped', async ({ parent, another }) => {
  const { page, language, words, url } = parent;
  // A look at an invitation that opens nothing, and a joining that asks who it is.
  allowConsole(/403|410|ERR_INTERNET_DISCONNECTED/);
  const { people, parents, history, join } = words;
  await familyOn(page, url, language);
  const section = sectionOf(page, words);
  await expect(section.getByText(parents.alone)).toBeVisible();
  await expect(section.getByRole('button', { name: parents.leave.open })).toHaveCount(0);
  await test.step('without a network nobody is invited, and the page says so', async () => {
    await waitForParts(page);
    await page.context().setOffline(true);
    await section.getByRole('button', { name: parents.invite.open }).click();
    await expect(section.getByRole('alert').filter({ hasText: words.callFailures.offline })).toBeVisible();
    await page.context().setOffline(false);
  });
  const link = await invite(page, words);
  // No link lies half below the header.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await violationsOn(page)).toEqual([]);

  const bo = person('Bo', 'Lind');
  const second = await another();
  const third = await another();
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
    await expect(
      second.page.getByRole('heading', { level: 1, name: words.common.nav.dashboard }),
    ).toBeVisible();
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
    await page.goto(`${url}/history`);
    const visits = page.getByRole('main').getByRole('button', { name: /^Ella / });
    await expect(visits.first()).toContainText(`${history.by} Bo`);
    await expect(visits.nth(1)).toContainText(`${history.by} Astrid ${history.and} Bo`);
    await visits.nth(1).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(`${history.by} Astrid`)).toBeVisible();
    await expect(sheet.getByText(`${history.by} Bo`)).toBeVisible();
  });

  await test.step('the link opens nothing any more, and both are listed', async () => {
    await third.page.reload();
    await expect(third.page.getByRole('alert').filter({ hasText: join.dead })).toBeVisible();
    await page.goto(`${url}/profile/parents`);
    await expect(section.getByText(bo.email)).toBeVisible();
    await expect(
      section.getByRole('button', { name: filled(people.removeNamed, { name: 'Bo Lind' }) }),
    ).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });
});

test('whoever joins is told what becomes of their family, sends what is unsent first, and finds nothing of it afterwards', {
  tag: '@full',
}, async ({ page, another, server: { url }, language, words }) => {
  allowConsole(/ERR_FAILED|409|403|Failed to load resource/);
  const { people, join, parents, ownData } = words;
  await familyOn(page, url, language);
  const link = await invite(page, words);
  const second = await another();
  watchRequests(second.page);
  const previous = await settledFamily(url, language);
  const { document } = (await previous.sync()).changes.find(({ path }) => path.includes('/friends/')) ?? {};
  expect(document).toBeDefined();
  await signIn(second.page.context(), previous, url);

  await test.step('asks, and is let in', async () => {
    await second.page.goto(link);
    await second.page.getByRole('button', { name: join.ask }).click();
    await expect(second.shown(filled(join.asked, { name: 'Astrid' }))).toBeVisible();
    await sectionOf(page, words).getByRole('button', { name: parents.asked.yes }).click();
    await showItIsYou({ page, words }, PASSWORD);
    await expect(second.page.getByRole('button', { name: join.join })).toBeVisible();
  });

  await test.step('the page says what is deleted, with the export beside it', async () => {
    const gone = filled(join.former.gone, {
      children: filled(join.former.children.other, { count: 2 }),
      visits: filled(join.former.visits.other, { count: 3 }),
    });
    await expect(second.shown(gone)).toBeVisible();
    await expect(second.page.getByRole('button', { name: ownData.take.everything })).toBeVisible();
    expect(await violationsOn(second.page)).toEqual([]);
  });

  await test.step('without a network the page says so, once', async () => {
    await waitForPrefetched(second.page);
    await second.page.context().setOffline(true);
    await second.page.getByRole('button', { name: join.join }).click();
    await expect(second.page.getByRole('alert').first()).toBeVisible();
    await expect(second.page.getByRole('button', { name: join.join })).toBeEnabled();
    await expect(second.page.getByRole('alert')).toHaveCount(1);
    await second.page.context().setOffline(false);
  });

  await test.step('a change that is not sent holds the joining back', async () => {
    const letThrough = await intercept(second.page, '**/api/sync');
    await second.page.goto(`${url}/dashboard`);
    await second.page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }).click();
    await second.page.goto(`${url}/join`);
    await expect(second.shown(filled(join.unsent.one, { count: 1 }))).toBeVisible();
    await second.page.getByRole('button', { name: join.join }).click();
    await expect(second.page.getByRole('alert').filter({ hasText: join.failures.notSent })).toBeVisible();
    expect((await previous.sync()).changes.length).toBeGreaterThan(0);
    letThrough();
  });

  await test.step('then the device holds the new family, and nothing of the former', async () => {
    await joinNow(second, PASSWORD);
    await expect(
      second.page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Ella' }) }),
    ).toBeVisible();
    const names = () =>
      second.page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
    await expect
      .poll(async () => (await names()).filter((name) => name.startsWith('framme-')))
      .toHaveLength(1);
    expect((await names()).join()).not.toContain(previous.account.household);
    const kept = await second.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain(previous.account.household);
    expect(kept).not.toContain('framme.invite');
    expect((await previous.trySync()).status).toBe(409);
  });
});

test('an invitation that another device made is cancelled, one whose reply was lost is shown, and a camera reads its code', {
  tag: '@full',
}, async ({ page, server: { url }, language, words }) => {
  allowConsole(/409|ERR_FAILED|Failed to load resource/);
  const home = await familyOn(page, url, language);
  const section = sectionOf(page, words);
  const { invite: texts, failures } = words.parents;
  const open = section.getByRole('button', { name: texts.open });
  const code = section.getByRole('img', { name: texts.code });
  await untilStill(open);

  await test.step('made meanwhile on another device', async () => {
    await openInvite(home);
    await open.click();
    await expect(section.getByRole('alert').filter({ hasText: failures['invitation-open'] })).toBeVisible();
    await expect(section.getByText(texts.lost)).toBeVisible();
    await pressStill(section.getByRole('button', { name: texts.cancel }));
  });

  await test.step('a reply that was lost', async () => {
    await interceptNext(page, `**${calls.inviteParent.path}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pressStill(open);
    await expect(section.getByRole('alert')).toBeVisible();
    await open.click();
    await expect(code).toBeVisible();
    await expect(section.getByRole('alert')).toHaveCount(0);
    await pressStill(section.getByRole('button', { name: texts.cancel }));
  });

  await test.step('the code in every theme, in forced colours, and on the narrowest screen', async () => {
    const link = await invite(page, words);
    expect(link).toContain(`${url}/join#`);
    for (const look of [{ colorScheme: 'dark' }, { colorScheme: 'dark', forcedColors: 'active' }] as const) {
      await page.emulateMedia(look);
      expect(await readCode(code)).toBe(link);
    }
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await readCode(code)).toBe(link);
  });
});
