import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { waitForParts } from './support/unsent.ts';

test('what the host’s backup lacks comes back from the open page', async ({ parent, ownServer: server }) => {
  const { page, words } = parent;
  allowConsole(SERVER_GONE);
  allowConsole(/ERR_FAILED/);
  const { people } = words;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));
  await parent.follow(words.common.nav.profile);
  await waitForParts(page);
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
  await expect(page.getByRole('button', { name: filled(people.undoNamed, { name: 'Omar' }) })).toBeVisible();
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
  expect(await reply?.json()).toMatchObject({ outcomes: Array(2).fill({ result: 'done' }) });
  await expect(
    page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Omar' }) }),
  ).toBeVisible();
});
