import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { visitorPath } from '#domain/paths.ts';
import { twoParents } from '#tests/support/people/two-parents.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, person } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForChunk, waitForSync } from './support/unsent.ts';

const maja = person('Maja', 'Lind');

test('what the host’s backup lacks comes back from the open page', async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(SERVER_GONE);
  allowConsole(/ERR_FAILED/);
  const { people } = words;
  await parent.settle(server.url, maja);
  await parent.follow(words.common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await parent.addFriend('Ella', '070-123 45 67');
  await expect(parent.shown(people.friendAdded)).toBeVisible();
  await waitForSync(page);
  // They come a second after the first screen; under way as the server goes, they would be missed.
  for (const part of ['update', 'nudges']) await waitForChunk(page, part);
  await server.stop();
  const [file, copy] = [join(server.dataDir, 'framme.db'), join(server.dataDir, 'copy')];
  await copyFile(file, copy);
  await server.restart();
  await parent.addFriend('Omar', '070-765 43 21');
  await parent.follow(words.common.nav.dashboard);
  await expect(page).toHaveURL(/dashboard/);
  const stored = page.waitForResponse(
    (response) => response.request().postData()?.includes('"checkIn"') === true && response.ok(),
  );
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar' }) }).click();
  const checkOut = page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Omar' }) });
  await expect(checkOut).toBeVisible();
  await (await stored).finished();
  // Nothing of the page reaches the restored server before the test listens.
  const letThrough = await intercept(page, '**/api/**');
  await server.stop();
  for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
  await copyFile(copy, file);
  await server.restart();
  await page.goto('about:blank');
  letThrough();
  const sentAgain = page.waitForRequest((request) => request.postData()?.includes('"again":{') === true);
  await page.goto(`${server.url}/dashboard`);
  const reply = await (await sentAgain).response();
  // The backup has the first two, the child and Ella.
  expect(await reply?.json()).toMatchObject({ outcomes: Array(4).fill({ result: 'done' }) });
  await expect(checkOut).toBeVisible();
});

for (const first of ['who tapped last', 'who tapped before']) {
  test(`the taps of two parents come back in their order, if the one ${first} returns first`, {
    tag: '@full',
  }, async ({ page, browser, ownServer: server, words, language, watch, allowConsole }) => {
    allowConsole(SERVER_GONE);
    const { people, common } = words;
    const { anna, bo } = await twoParents(server.url);
    const ella = await anna.addFriend(await anna.addChild('Noah'));
    await anna.run('checkIn', ella);
    const other = await browser.newContext({ locale: LOCALES[language] });
    watch(other);
    const pages = [page, await other.newPage()] as const;
    for (const [one, home] of [
      [page, anna],
      [pages[1], bo],
    ] as const) {
      await signIn(one.context(), home, server.url);
      await one.goto(`${server.url}/dashboard`);
    }
    const checkIn = filled(people.checkInNamed, { name: 'Ella' });
    const checkOut = filled(people.checkOutNamed, { name: 'Ella' });
    for (const one of pages) {
      await expect(one.getByRole('button', { name: checkOut })).toBeVisible();
      for (const part of ['update', 'nudges']) await waitForChunk(one, part);
    }
    const [file, copy] = [join(server.dataDir, 'framme.db'), join(server.dataDir, 'copy')];
    const db = new DatabaseSync(file);
    db.exec(`VACUUM INTO '${copy}'`);
    db.close();
    const [ofAnna, ofBo] = pages;
    const taps = [
      [ofBo, checkOut],
      [ofBo, checkIn],
      [ofAnna, checkOut],
      [ofAnna, checkIn],
      [ofBo, checkOut],
    ] as const;
    for (const [one, name] of taps) {
      await one.getByRole('button', { name }).click();
      // Both boards show the tap before the next one.
      for (const board of pages)
        await expect(
          board.getByRole('button', { name: name === checkIn ? checkOut : checkIn }),
        ).toBeVisible();
      for (const board of pages) await waitForSync(board);
    }
    for (const one of pages) await one.goto('about:blank');
    await server.stop();
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
    await copyFile(copy, file);
    await server.restart();
    for (const one of first === 'who tapped last' ? pages.toReversed() : pages) {
      const sentAgain = one.waitForRequest((request) => request.postData()?.includes('"again":{') === true);
      await one.goto(`${server.url}/dashboard`);
      await (await (await sentAgain).response())?.finished();
      await waitForSync(one);
      // Presence is right as soon as the phone with the latest tap is back.
      if (one === ofBo) await expect(one.getByRole('button', { name: checkIn })).toBeVisible();
    }
    for (const one of pages) {
      await expect(one.getByRole('button', { name: checkIn })).toBeVisible();
      await expect(one.getByText(common.notSentYet)).toHaveCount(0);
    }
    const documents = await anna.documents();
    expect(documents.get(visitorPath(ella))).toMatchObject({ status: 'out' });
    expect([...documents.keys()].filter((path) => path.includes('/visits/'))).toHaveLength(3);
    await ofBo.goto(`${server.url}/history`);
    await expect(ofBo.getByRole('main').getByRole('list').getByRole('button')).toHaveCount(3);
    await other.close();
  });
}
