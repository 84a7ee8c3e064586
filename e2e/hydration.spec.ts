import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { kindOf } from '#domain/pages/pages.ts';
import type { BuiltFile } from '#domain/pages/rendering.ts';
import { ROOT } from '#scripts/client-build.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { shiftsOn, watchShifts } from './support/accessibility/layout-shifts.ts';
import { headingOf, isHydrated, PRERENDERED } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';

const HOST = {
  HOST_NAME: 'Familjen Öberg & <vänner>',
  HOST_CONTACT: 'anna@example.org',
  SOCIAL_LINKS: 'Mastodon=https://example.social/@framme',
};

test('every document hydrates without errors, and equals its page', async ({ page, server, language }) => {
  allowConsole(/404 \(Not Found\)/);
  await watchShifts(page);
  const behind = behindTheFirstScreen();
  for (const route of [...PRERENDERED, '/nowhere'] as const) {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const answer = await page.goto(server.url + route);
    const text = (await answer?.text()) ?? '';
    await isHydrated(page);
    expect(await page.title(), route).toBe(/<title>(.*?)<\/title>/.exec(text)?.[1]);
    expect(await page.locator('h1').textContent(), route).toBe(headingOf(route, language));
    const unnamed = loaded.filter((path) => /\.(js|css)$/.test(path) && !text.includes(`"${path}"`));
    expect(
      unnamed.filter((path) => !behind.has(path)),
      route,
    ).toEqual([]);
    // Unlisted pages need the parameters of their link.
    if (route !== '/nowhere' && kindOf(route) === 'public') {
      const { drawn, documents } = await page.evaluate(compare, text);
      expect(drawn, route).toBe(documents);
      expect((await shiftsOn(page)).total, route).toBeLessThanOrEqual(0.01);
    }
    page.removeAllListeners('request');
  }
});

test('a parent never sees the header of a visitor, without layout shift', async ({ parent, server }) => {
  const { page, words } = parent;
  await watchShifts(page);
  await parent.settle(server.url);
  for (const route of ['/', '/about', '/dashboard', '/login']) {
    const answer = await page.goto(server.url + route);
    expect(await answer?.text(), route).not.toContain(words.common.nav.register);
    await expect(
      page.getByRole('button', { name: words.common.nav.signOut, includeHidden: true }),
    ).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await shiftsOn(page)).total, route).toBeLessThanOrEqual(0.01);
  }
});

test('control: a document that differs from the rendered app is reported', async ({ parent, server }) => {
  const { page, language } = parent;
  allowConsole(/418|hydrat/i);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await alter(page, `${server.url}/about`, ALL_TEXTS[language].pages.about.lead, 'Something else');
  await page.goto(`${server.url}/about`);
  await isHydrated(page);
  await expect.poll(() => complaints).toEqual([expect.stringMatching(/418/)]);
});

test('no attribute differs between document and app with host settings; a planted one is reported', {
  tag: '@full',
}, async ({ page, language }) => {
  test.setTimeout(300_000);
  allowConsole(/404 \(Not Found\)|hydrat/i);
  const told: string[] = [];
  page.on('console', (message) => void (/hydrat/i.test(message.text()) && told.push(message.text())));
  const server = await startServer({ entry: 'tests/support/server/development-server.ts', env: HOST });
  for (const route of [...PRERENDERED, '/nowhere', '/login/elsewhere']) {
    await page.goto(server.url + route);
    await isHydrated(page);
    expect(told, route).toEqual([]);
  }
  await alter(page, `${server.url}/about`, 'class="_title', 'class="another _title');
  await page.goto(`${server.url}/about`);
  await isHydrated(page);
  await expect.poll(() => told).toEqual([expect.stringContaining('another _title')]);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await page.close();
  await server.stop();
});

/** Changes a file on its way to the page. */
async function alter(page: Page, address: string, text: string, otherwise: string): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    expect(body).toContain(text);
    await route.fulfill({ response: answer, body: body.replaceAll(text, otherwise) });
  });
}

/** Returns the scripts of the sync client, which a visitor's page loads without waiting for them. */
function behindTheFirstScreen(): Set<string> {
  const file = join(ROOT, 'dist/client/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, BuiltFile & { name?: string }>;
  const waiting = Object.values(manifest).filter(({ name }) => name === 'http-client');
  const found = new Set<BuiltFile>();
  for (let built = waiting.pop(); built; built = waiting.pop()) {
    if (found.has(built)) continue;
    found.add(built);
    for (const source of built.imports ?? []) waiting.push(...(manifest[source] ? [manifest[source]] : []));
  }
  return new Set([...found].flatMap(({ file: path, css = [] }) => [path, ...css]).map((path) => `/${path}`));
}

/** Compares the hydrated root with its document, but for the year, the sharing address and comments. */
function compare(text: string): { drawn: string; documents: string } {
  const read = (found: Document) => {
    const root = found.getElementById('root')?.cloneNode(true) as HTMLElement;
    for (const link of root.querySelectorAll('footer a[target]')) link.removeAttribute('href');
    return root.innerHTML.replaceAll(/<!--.*?-->/g, '').replaceAll(/(© Framme) \d*/g, '$1');
  };
  return { drawn: read(document), documents: read(new DOMParser().parseFromString(text, 'text/html')) };
}
