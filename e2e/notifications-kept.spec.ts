import { expect } from '@playwright/test';
import { NotifiedBrowser, openDevicePage, test } from './support/notified.ts';
import { settledFamily, signIn } from './support/signed-in.ts';
import { pressStill } from './support/still.ts';

test.use({ viewport: { width: 360, height: 640 }, serviceWorkers: 'allow' });

test('a switch that was pressed waits until the server has said what holds: a second press is no other one', {
  tag: '@full',
}, async ({ page, service, server, words, language }) => {
  await new NotifiedBrowser(service).replace(page.context(), 'granted');
  await signIn(page.context(), await settledFamily(server.url, language), server.url);
  const section = await openDevicePage(page, server.url, words);
  const toggle = section.getByRole('switch', { name: words.notifications.switch });
  await page.waitForLoadState('networkidle');
  const said: string[] = [];
  const held = Promise.withResolvers<void>();
  page.on('request', (request) => said.push(new URL(request.url()).pathname));
  await page.route('**/api/push', async (route) => {
    if (said.includes('/api/push/subscribe')) await held.promise;
    await route.continue();
  });
  await pressStill(toggle);
  await expect.poll(() => said.slice(-2)).toEqual(['/api/push/subscribe', '/api/push']);
  await expect(toggle).toBeDisabled();
  await toggle.click({ force: true });
  held.resolve();
  await expect(toggle).toBeEnabled();
  await expect(toggle).toBeChecked();
  expect(said.filter((path) => path.endsWith('subscribe'))).toHaveLength(1);
});
