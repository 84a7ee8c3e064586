import { expect, type Page } from '@playwright/test';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { untilSettled } from './support/still.ts';

/** Makes the page send another protocol version; the real server answers. Returns the function that ends this. */
function speak(page: Page, protocol: number): Promise<() => void> {
  return intercept(page, '**/api/sync', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), protocol }) }),
  );
}

test('a page too old or too new for the server shows a message, keeps its taps and sends them after a reload', {
  tag: '@full',
}, async ({ page, ownServer: server, parent, words, allowConsole }) => {
  allowConsole(/409/);
  const button = (text: string) => page.getByRole('button', { name: filled(text, { name: 'Ella' }) });
  const [checkIn, checkOut] = [
    button(words.people.checkInNamed),
    button(words.people.checkOutNamed),
  ] as const;
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella'));

  let letThrough = () => {};
  await test.step('the server is newer', async () => {
    letThrough = await speak(page, 0);
    // It reloads by itself; as the server's page is no newer, it then stays and goes on asking.
    const reloaded = page.waitForEvent('load');
    await checkIn.click();
    await reloaded;
    await expect(parent.shown(words.update.tooOldTitle)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(words.common.notSentYet, { exact: true })).toBeVisible();
    await expect(checkOut).toBeVisible();
    expect(server.stdout).not.toContain('"Ella" in');
  });

  await test.step('the page is newer', async () => {
    letThrough();
    letThrough = await speak(page, PROTOCOL + 1);
    await untilSettled(checkOut);
    await checkOut.click();
    await expect(parent.shown(words.update.tooNewTitle)).toBeVisible();
    await expect(parent.shown(words.update.tooOldTitle)).toHaveCount(0);
  });

  await test.step('a reload sends both taps', async () => {
    letThrough();
    await page.reload();
    await expect.poll(() => server.stdout).toContain('"Ella" out');
    expect(server.stdout).toContain('"Ella" in');
    await expect(parent.shown(words.update.tooNewTitle)).toHaveCount(0);
  });
});
