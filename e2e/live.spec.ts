import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, noahWith, Parent, person } from './support/parent.ts';

test.use({ reducedMotion: 'no-preference' });

const maja = person('Maja', 'Lind');

test('a tap on one phone shows on the family’s other phone without a reload, also after a restart', async ({
  page,
  browser,
  ownServer: server,
  parent,
  words,
  language,
  watch,
  allowConsole,
}) => {
  // The stream of a restarting server breaks, as does a part that is loaded in that moment; the phone tries both again.
  allowConsole(SERVER_GONE);
  allowConsole(/LoadFailed/);
  const { people } = words;
  const checkIn = filled(people.checkInNamed, { name: 'Ella' });
  const checkOut = filled(people.checkOutNamed, { name: 'Ella' });
  await parent.settle(server.url, maja, noahWith('Ella'));

  const other = await browser.newContext({ locale: LOCALES[language] });
  watch(other);
  const otherPage = await other.newPage();
  const otherParent = new Parent(otherPage, language);
  const listens = otherPage.waitForResponse((response) => response.url().includes('/api/live?cursor='));
  await otherPage.goto(`${server.url}/login`);
  await otherParent.logIn(maja);
  await expect(otherPage.getByRole('button', { name: checkIn })).toBeVisible();
  await listens;

  await test.step('a check-in on the first phone shows on the second', async () => {
    await page.getByRole('button', { name: checkIn }).click();
    await expect(otherPage.getByRole('button', { name: checkOut })).toBeVisible({ timeout: 15_000 });
  });

  await test.step('a check-out on the second phone shows on the first', async () => {
    await otherPage.getByRole('button', { name: checkOut }).click();
    await expect(page.getByRole('button', { name: checkIn })).toBeVisible({ timeout: 15_000 });
  });

  await test.step('both phones reconnect after a restart of the server', async () => {
    const again = [page, otherPage].map((one) =>
      one.waitForResponse((response) => response.url().includes('/api/live?cursor=') && response.ok()),
    );
    await server.restart();
    await Promise.all(again);
    await page.getByRole('button', { name: checkIn }).click();
    await expect(otherPage.getByRole('button', { name: checkOut })).toBeVisible({ timeout: 15_000 });
  });
  await other.close();
});
