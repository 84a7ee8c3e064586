import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, person } from './support/parent.ts';

const maja = person('Maja', 'Lind');

test('what the host’s backup lacks comes back from the open page', async ({
  page,
  ownServer: server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(SERVER_GONE);
  const { people } = words;
  await parent.settle(server.url, maja);
  await parent.follow(words.common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await parent.addFriend('Ella', '070-123 45 67');
  await expect(parent.shown(people.friendAdded)).toBeVisible();
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
  await server.stop();
  for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
  await copyFile(copy, file);
  await server.restart();
  const sentAgain = page.waitForRequest((request) => request.postData()?.includes('"again":{') === true);
  await page.reload();
  const reply = await (await sentAgain).response();
  // The backup has the first two, the child and Ella.
  expect(await reply?.json()).toMatchObject({ outcomes: Array(4).fill({ result: 'done' }) });
  await expect(checkOut).toBeVisible();
});
