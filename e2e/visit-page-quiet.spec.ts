import { expect, type Page } from '@playwright/test';
import { hostWithLink } from '#tests/support/people/host-taps.ts';
import { visitOf } from '#tests/support/people/linked-visit.ts';
import { shown } from '#tests/support/people/shared-visits.ts';
import { ScreenReader } from './support/accessibility/screen-reader.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept, interceptNext } from './support/intercept.ts';
import { fakeLink, headlineOf, openVisit, SECRET } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });
// The browser names each reply that is an error, and each script that does not come.
test.beforeEach(() => allowConsole(/Failed to (load resource|fetch dynamically)/));

/** Hides the page or brings it on screen, as a browser does with its tabs. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
}

test('a page in the background asks nothing and counts as opened by nobody; on screen it looks at once', {
  tag: '@full',
}, async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });
  await page.clock.install({ time: new Date('2026-11-20T15:00:00Z') });
  const link = await openVisit(page, server.url);
  await expect(headlineOf(page)).toHaveText('Ella är hos Noah');
  await page.clock.pauseAt(new Date('2026-11-20T16:00:00Z'));
  expect([link.asked('look'), link.asked('live')]).toEqual([[{ link: SECRET, shown: false }], []]);
  link.reply = shown({ visitor: 'Ellen' });
  await setVisible(page, true);
  await expect(headlineOf(page)).toHaveText('Ellen är hos Noah');
  const opened = () =>
    link.asked('look').filter((one) => JSON.stringify(one).includes('"shown":true')).length;
  await page.clock.runFor(500);
  await setVisible(page, false);
  await page.clock.fastForward(120_000);
  expect(opened()).toBe(0);
  await setVisible(page, true);
  const counted = page.waitForResponse((one) => one.request().postData()?.includes('"shown":true') === true);
  await page.clock.runFor(1200);
  // A look whose reply takes a minute by this clock would count as failed, and be made again.
  await (await counted).finished();
  expect(opened()).toBe(1);
  await page.clock.fastForward(60_000);
  await setVisible(page, false);
  await setVisible(page, true);
  await page.clock.runFor(5000);
  expect(opened()).toBe(1);
});

test('a page that is drawn in advance counts as opened by nobody until it is on screen', {
  tag: '@full',
}, async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true });
  });
  await page.clock.install();
  const link = await openVisit(page, server.url);
  await expect(headlineOf(page)).toHaveText('Ella är hos Noah');
  await page.clock.runFor(60_000);
  expect(link.asked('look')).toEqual([{ link: SECRET, shown: false }]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await page.clock.runFor(1500);
  await expect.poll(() => link.asked('look')).toContainEqual({ link: SECRET, shown: true });
});

test('behind a proxy that keeps the stream back the page asks every twenty seconds', {
  tag: '@full',
}, async ({ page, server }) => {
  await page.clock.install();
  const link = await fakeLink(page, shown());
  let streams = 0;
  await page.route('**/api/visit-link/live', () => {
    streams += 1;
  });
  await page.goto(`${server.url}/visit#${SECRET}`);
  const heading = headlineOf(page);
  await expect(heading).toHaveText('Ella är hos Noah');
  await expect.poll(() => streams).toBe(1);
  await page.clock.runFor(5500);
  for (const visitor of ['Ellen', 'Elsa']) {
    link.reply = shown({ visitor });
    await page.clock.runFor(20_500);
    await expect(heading).toHaveText(`${visitor} är hos Noah`);
  }
  expect(streams).toBe(1);
});

test('the secret is in no address, title or request but the bodies of its calls, also after going away and back', async ({
  page,
  server,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  const { path, linked } = await hostWithLink(server.url);
  await page.goto(server.url + path);
  const heading = headlineOf(page);
  await expect(heading).toHaveText('Ella är hos Noah');
  await page.getByRole('link', { name: 'Integritet' }).click();
  await expect(page).toHaveURL(`${server.url}/privacy`);
  await page.goBack();
  await expect(heading).toHaveText('Ella är hos Noah');
  expect(page.url()).toBe(server.url + path);
  await expect.poll(async () => (await visitOf(linked)).links?.[0]?.openedAt).toBeDefined();
  expect(sent.join('\n')).not.toContain(linked.link);
});

test('a keyboard reaches the language, each answer and the three links, in this order', {
  tag: '@full',
}, async ({ page, server }) => {
  await openVisit(page, server.url);
  await expect(headlineOf(page)).toHaveText('Ella är hos Noah');
  const reader = await ScreenReader.at(page);
  const names: (string | undefined)[] = [];
  for (let stop = 0; stop < 10; stop += 1) {
    await reader.press('Tab');
    names.push((await reader.listen())?.name);
  }
  const times = ['16:30', '17:00', '17:30', '18:00'].map((time) => `Kan Ella stanna till ${time}?`);
  const links = ['Det här finns sparat om er', 'Integritet', 'Kontakt'];
  expect(names).toEqual(['EN: Byt språk till engelska', 'Jag är på väg', 'Tack', ...times, ...links]);
  expect(reader.violations).toEqual([]);
});

test('in forced colours the status and each notice have a border', { tag: '@full' }, async ({ parent }) => {
  const { page, url } = parent;
  await page.emulateMedia({ forcedColors: 'active' });
  await openVisit(page, url, shown({ expected: shown().asOf }));
  for (const text of ['Incheckad', 'Ingen utcheckning än.'])
    await expect(page.locator('p', { hasText: text })).toHaveCSS('border-top-width', '1px');
});

test('a state that changes by itself is announced once, and only what is new of it', {
  tag: '@full',
}, async ({ page, server }) => {
  await page.clock.install();
  const refused = page.waitForResponse('**/api/visit-link/live');
  const link = await openVisit(page, server.url);
  const region = page.locator('#announce-polite');
  await expect(region).toHaveText('Ella är hos Noah Kom 15:04');
  // This reply has it look by itself, and no reply comes while the clock runs.
  await (await refused).finished();
  await region.evaluate((element) => {
    element.textContent = '';
  });
  link.reply = shown({ asOf: shown().asOf.replace('15:10', '15:12') });
  await page.clock.runFor(20_500);
  await expect(page.getByText('Uppdaterad 16:12')).toBeVisible();
  await expect(region).toHaveText('');
  link.reply = shown({ expected: shown().asOf.replace('15:10', '17:00') });
  await page.clock.runFor(20_500);
  await expect(region).toHaveText('Hem omkring 18:00');
});

test.describe('without its scripts', () => {
  for (const files of ['start-*.js', 'visit-*.js', '*.js'])
    test(`a page without ${files} goes on once it comes`, { tag: '@full' }, async ({ page, server }) => {
      await fakeLink(page, shown());
      const letThrough = await intercept(page, `**/visit-assets/${files}`);
      await page.goto(`${server.url}/visit#${SECRET}`);
      const notLoaded = page.getByText(/^Sidan är inte färdigladdad\./);
      await expect(headlineOf(page)).toHaveText('Ett besök');
      await expect(page.getByText('Framme visar när barn kommer fram och går hem.')).toBeVisible();
      // Without its first script the page reloads before it says so.
      if (files !== 'visit-*.js') await expect(notLoaded).toBeVisible();
      letThrough();
      await expect(headlineOf(page)).toHaveText('Ella är hos Noah', { timeout: 40_000 });
      await expect(notLoaded).toBeHidden();
      expect(page.url()).toBe(`${server.url}/visit#${SECRET}`);
    });

  test('a page whose scripts fail after a reload retries', { tag: '@full' }, async ({ page, server }) => {
    await fakeLink(page, shown());
    let refused = 0;
    await page.route('**/visit-assets/sv-*.js', (route) => {
      // The look that finds the scripts there is no attempt to run them.
      if (route.request().resourceType() === 'fetch' || refused >= 2) return route.fallback();
      refused += 1;
      return route.abort();
    });
    await page.goto(`${server.url}/visit#${SECRET}`);
    await expect(headlineOf(page)).toHaveText('Ella är hos Noah', { timeout: 40_000 });
    expect(refused).toBe(2);
  });

  test('a page that did not load can retry, with its link', { tag: '@full' }, async ({ page, server }) => {
    await fakeLink(page, shown());
    const letThrough = await intercept(page, '**/visit-assets/*.js');
    await page.goto(`${server.url}/visit#${SECRET}`);
    const button = page.getByRole('button', { name: 'Försök igen' });
    await expect(button).toBeVisible({ timeout: 12_000 });
    letThrough();
    await button.click();
    await expect(headlineOf(page)).toHaveText('Ella är hos Noah');
    expect(page.url()).toBe(`${server.url}/visit?lng=sv#${SECRET}`);
  });

  test('a page whose scripts came is not reloaded', { tag: '@full' }, async ({ page, server }) => {
    await fakeLink(page, shown());
    await page.route('**/visit-assets/start-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      await route.fallback();
    });
    await page.goto(`${server.url}/visit#${SECRET}`);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await expect(headlineOf(page)).toHaveText('Ella är hos Noah', { timeout: 30_000 });
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  });

  test('a language without its texts is loaded as a document', { tag: '@full' }, async ({ page, server }) => {
    await openVisit(page, server.url);
    await expect(headlineOf(page)).toHaveText('Ella är hos Noah');
    await interceptNext(page, '**/visit-assets/en-*.js');
    await page.getByRole('button', { name: 'EN: Byt språk till engelska' }).click();
    await expect(headlineOf(page)).toHaveText('Ella is with Noah');
    expect(page.url()).toBe(`${server.url}/visit?lng=en#${SECRET}`);
  });

  test('a browser that runs none says what it needs', { tag: '@full' }, async ({ another, server }) => {
    const { page } = await another({ javaScriptEnabled: false });
    await page.goto(`${server.url}/visit#${SECRET}`);
    await expect(page.getByText(/^Sidan behöver JavaScript/)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});
