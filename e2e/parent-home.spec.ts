import { expect } from '@playwright/test';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('the home page of a parent begins with who is here and the two buttons', async ({
    page,
    context,
    server,
    language,
    words,
  }) => {
    await signIn(context, await busyFamily(server.url, language, { friends: 6, here: 5 }), server.url);
    await page.goto(server.url);
    const main = page.getByRole('main');
    const here = main.getByRole('region', { name: words.hereNow.heading });
    await expect(here).toContainText(filled(words.people.hereCount.other, { count: 5 }));
    await expect(here).toContainText('Vän 5, Vän 4, Vän 3 +2');
    const top = async (name: string) =>
      (await main.getByRole('button', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
    const buttons = [await top(words.common.checkIn), await top(words.common.checkOut)];
    const title = (await main.getByRole('heading', { level: 1 }).boundingBox())?.y ?? Number.NaN;
    for (const place of buttons) expect(place).toBeLessThan(title);
    for (const name of [words.common.checkIn, words.common.checkOut])
      await expect(main.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  });

  test('a finger sees and feels its press', { tag: '@full' }, async ({
    page,
    context,
    server,
    language,
    words,
  }) => {
    await page.addInitScript(() => {
      const felt: unknown[] = [];
      Object.assign(window, { felt });
      Object.assign(Navigator.prototype, { vibrate: (ms: unknown) => felt.push(ms) > 0 });
    });
    await signIn(context, await busyFamily(server.url, language, { friends: 6, here: 2 }), server.url);
    await page.goto(`${server.url}/dashboard`);
    const button = page.getByRole('button', { name: filled(words.people.checkOutNamed, { name: 'Vän 2' }) });
    await expect(button).toHaveCSS('box-shadow', 'none');
    const session = await context.newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'button[data-moves]',
    });
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] });
    await expect(button).toHaveCSS('box-shadow', /inset/);
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [] });
    await button.tap();
    const undo = page.getByRole('button', { name: filled(words.people.undoNamed, { name: 'Vän 2' }) });
    await expect(undo).toHaveCSS('box-shadow', 'none');
    expect(await page.evaluate(() => (window as unknown as { felt: unknown[] }).felt)).toEqual([10]);
  });
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
