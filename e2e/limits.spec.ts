import { expect } from '@playwright/test';
import { LIMITS } from '#domain/limits.ts';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { allowConsole, test } from './support/framme.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { refuse } from './support/refuse.ts';
import { pressStill } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';

test('the size that a family has reached is named in the form, by the phone and by the server', {
  tag: '@full',
}, async ({ page, server, parent, words, language, open }) => {
  const { common, people } = words;
  const home = await registerHousehold(server.url, 'Lind');
  const children = Array.from({ length: LIMITS.children }, (_, index) => `Barn ${index + 1}`);
  const profile = home.op('updateProfile', { language });
  const ops = children.map((name) => home.op('addChild', { child: newId(), name, birthDate: '2018-05-04' }));
  await home.sync({ ops: [profile, ...ops] });
  await open(home, '/profile');

  await test.step('the phone refuses, and the form keeps what was typed', async () => {
    await parent.addChild('Liv', '2019-05-01');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toHaveText(
      `${common.failures.addChild}. ${common.sizes['too-many-children']}`,
    );
    await expect(dialog.getByLabel(people.fields.name)).toHaveValue('Liv');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: common.leaving.leave }).click();
  });

  await test.step('the server refuses what the phone could not know', async () => {
    const letThrough = await refuse(page, 'addFriend', { code: 'too-many-visitors' });
    await parent.addFriend('Ella', '070-123 45 67');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText(common.sizes['too-many-visitors']);
    letThrough();
    await pressStill(dialog.getByRole('button', { name: common.add, exact: true }));
    await expect(dialog).toBeHidden();
    await waitForSync(page);
    await expect(page.getByRole('main').getByText('Ella').first()).toBeVisible();
  });
});

test('changes above the rate wait in order, with their number and why, and are sent by themselves', {
  tag: '@full',
}, async ({ page, server, parent, words }) => {
  allowConsole(/Failed to load resource.*429/);
  const { common } = words;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith());
  await parent.follow(common.nav.profile);
  await waitForSync(page);
  const sent: string[][] = [];
  let isLimited = true;
  await page.route('**/api/sync', async (route) => {
    const { ops } = route.request().postDataJSON() as SyncRequest;
    if (ops.length > 0) sent.push(ops.map(({ args }) => (args as { name: string }).name));
    if (!isLimited || ops.length === 0) return route.continue();
    const error = { code: 'too-many-requests', message: '', retryAfter: 3 };
    return route.fulfill({ status: 429, json: { error } });
  });
  for (const name of ['Ella', 'Noa', 'Moa']) await parent.addFriend(name, '070-123 45 67');
  const status = page.getByRole('status').filter({
    hasText: filled(common.banner.waitingForTurn.other, { count: 3 }),
  });
  await expect(status).toBeVisible();
  isLimited = false;
  await waitForSync(page);
  await expect(status).toHaveCount(0);
  expect(sent.at(-1)?.slice(-3)).toEqual(['Ella', 'Noa', 'Moa']);
  await expect(page.getByRole('region', { name: filled(words.refused.count.one, { count: 1 }) })).toHaveCount(
    0,
  );
});
