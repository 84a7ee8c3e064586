import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { calls } from '#domain/protocol/calls.ts';
import { test } from './support/framme.ts';
import { interceptNext } from './support/intercept.ts';
import { familyOn, invite as inviteOn, sectionOf } from './support/parents.ts';
import { readCode } from './support/read-code.ts';
import { pressStill, untilStill } from './support/still.ts';

test('an invitation whose reply was lost is shown at the second press', { tag: '@full' }, async ({
  page,
  server: { url },
  language,
  words,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load resource/);
  await familyOn(page, url, language);
  const section = sectionOf(page, words);
  const { invite } = words.parents;
  await untilStill(section.getByRole('button', { name: invite.open }));
  await interceptNext(page, `**${calls.inviteParent.path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await section.getByRole('button', { name: invite.open }).click();
  await expect(section.getByRole('alert')).toBeVisible();
  await section.getByRole('button', { name: invite.open }).click();
  await expect(section.getByRole('img', { name: invite.code })).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);
});

test('an invitation that another device made meanwhile can be cancelled where it stands in the way', {
  tag: '@full',
}, async ({ page, server: { url }, language, words, allowConsole }) => {
  allowConsole(/409/);
  const home = await familyOn(page, url, language);
  const section = sectionOf(page, words);
  const { invite, failures } = words.parents;
  const open = section.getByRole('button', { name: invite.open });
  await untilStill(open);
  const hash = createHash('sha256').update(randomBytes(32)).digest('base64url');
  await home.post(calls.inviteParent.path, { hash, household: home.account.household });
  await open.click();
  await expect(section.getByRole('alert').filter({ hasText: failures['invitation-open'] })).toBeVisible();
  await expect(section.getByText(invite.lost)).toBeVisible();
  await pressStill(section.getByRole('button', { name: invite.cancel }));
  await pressStill(open);
  await expect(section.getByRole('img', { name: invite.code })).toBeVisible();
});

test('the code is read by a camera in every theme, in forced colours, and on the narrowest screen', {
  tag: '@full',
}, async ({ page, server: { url }, language, words }) => {
  await familyOn(page, url, language);
  const link = await inviteOn(page, words);
  expect(link).toContain(`${url}/join#`);
  const code = sectionOf(page, words).getByRole('img', { name: words.parents.invite.code });
  for (const look of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(look);
    expect(await readCode(code)).toBe(link);
  }
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await readCode(code)).toBe(link);
});
