import { expect } from '@playwright/test';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';

test('a parent sees who tried to sign in, and what changed', { tag: '@full' }, async ({ parent, open }) => {
  const { page, words, url } = parent;
  const { activity } = words;
  const phone = await registerHousehold(url);
  const { email } = phone.account;
  for (let i = 0; i < 3; i++) await postJson(url, '/api/log-in', { email, password: 'fel-lösenord' });
  await postJson(url, '/api/log-in', { email, password: PASSWORD });
  await phone.post('/api/reauthenticate', { password: 'fel-lösenord' });
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  await phone.post('/api/sign-out-others', {});
  await open(phone, '/profile/security');
  const list = page.getByRole('list', { name: activity.title });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await page.getByRole('button', { name: filled(activity.more, { number: 6 }) }).click();
  const fewer = page.getByRole('button', { name: activity.fewer });
  await expect(fewer).toBeFocused();
  await expect(list.getByRole('listitem')).toHaveCount(6);
  const failed = list
    .getByRole('listitem')
    .filter({ hasText: `${activity.events['sign-in']} (${activity.methods.password})` })
    .filter({ hasText: activity.outcomes.failed });
  await expect(failed).toContainText(filled(activity.times.other, { number: 3 }));
  await expect(list).toContainText(activity.events['others-signed-out']);
  expect(await violationsOn(page)).toEqual([]);
  await fewer.click();
  await expect(list.getByRole('listitem')).toHaveCount(5);
});
