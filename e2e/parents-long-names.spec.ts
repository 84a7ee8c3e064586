import { expect } from '@playwright/test';
import { enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { test } from './support/framme.ts';
import { joinByCalls } from './support/parents.ts';
import { settledFamily, signIn } from './support/signed-in.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('the long name of a parent who tapped lies under no button', { tag: '@full' }, async ({
  page,
  server: { url },
  language,
  words,
}) => {
  const [home, other] = [await settledFamily(url, language), await settledFamily(url, language)];
  await home.run('updateProfile', { firstName: 'Maximiliana Alexandra' });
  await joinByCalls(home, other);
  await signIn(page.context(), home, url);
  await page.goto(`${url}/dashboard`);
  const by = page.getByText(`${words.history.by} Maximiliana Alexandra`).first();
  await expect(by).toBeVisible();
  expect(await faultsOfLayout(page)).toEqual([]);
  await enlarge(page, 'font-size: 200%');
  await expect(by).toBeVisible();
  expect(await faultsOfLayout(page)).toEqual([]);
});
