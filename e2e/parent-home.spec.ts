import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

test('the home page of a parent is who is here, the two buttons and today', async ({ parent, board }) => {
  const { page, words } = parent;
  await board({ friends: 6, here: 5 }, '/');
  const main = page.getByRole('main');
  const here = main.getByRole('region', { name: words.hereNow.heading });
  await expect(here).toContainText(filled(words.people.hereCount.other, { count: 5 }));
  await expect(here).toContainText('Vän 5, Vän 4, Vän 3 +2');
  for (const name of [words.common.checkIn, words.common.checkOut])
    await expect(main.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  const today = main.getByRole('region', { name: words.historyPage.today });
  await expect(today.getByRole('listitem')).toHaveCount(5);
  await expect(main.getByRole('heading')).toHaveText([words.home.title, words.historyPage.today]);
});

test('the installed app opens the dashboard, and its shortcuts lead to pages and pictures that exist', {
  tag: '@full',
}, async ({ page, server }) => {
  await page.goto(server.url);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link?.href ?? '')).json() as Promise<Manifest>;
  });
  const address = (path: string) => new URL(path, `${server.url}/manifest.webmanifest`).href;
  expect(address(manifest.start_url)).toBe(`${server.url}/dashboard`);
  expect(manifest.shortcuts.map(({ url }) => address(url))).toEqual([
    `${server.url}/dashboard?check-in`,
    `${server.url}/dashboard?check-out`,
  ]);
  for (const { src } of manifest.shortcuts.flatMap(({ icons }) => icons)) {
    const icon = await page.request.get(address(src));
    expect(icon.headers()['content-type']).toBe('image/png');
  }
});

interface Manifest {
  start_url: string;
  shortcuts: { url: string; icons: { src: string }[] }[];
}
