import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ROOT } from '#scripts/client-build.ts';
import { PASSWORD } from '#tests/support/people/household.ts';
import { isHydrated } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { person } from './support/parent.ts';
import { settledFamily } from './support/signed-in.ts';

const OFFLINE = /ERR_FAILED|could not be loaded|Failed to fetch/;

for (const page of ['/register', '/login'] as const)
  test(`pressed offline once, ${page} signs in at the second press without a reload`, async ({
    parent,
    page: tab,
  }) => {
    const { words, language, url } = parent;
    allowConsole(OFFLINE);
    const family = page === '/login' ? await settledFamily(url, language) : undefined;
    const maja = person('Maja', 'Lind');
    await tab.goto(url + page);
    await isHydrated(tab);
    await tab.evaluate(() => Object.assign(window, { isMarked: true }));
    const letThrough = await intercept(tab, /\/(api|assets)\//);
    if (family) await parent.logIn({ email: family.account.email, password: PASSWORD });
    else await parent.fillRegistration(maja);
    const failure = tab.getByRole('alert').filter({ hasText: words.callFailures.offline });
    await expect(failure).toBeVisible();
    letThrough();
    const label = family ? words.common.nav.signIn : words.signIn.createAccount;
    await tab.getByRole('main').getByRole('button', { name: label, exact: true }).click();
    await expect(tab).not.toHaveURL(url + page);
    await expect(failure).toHaveCount(0);
    expect(await tab.evaluate(() => Object(window).isMarked)).toBe(true);
  });

/** Returns the built scripts of a folder that others import later; each must do so by `client/data/load-chunk.ts`. */
function laterScripts(folder: 'assets' | 'visit-assets'): string[] {
  const assets = join(ROOT, 'dist/client', folder);
  const later = new Set<string>();
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(assets, file), 'utf8');
    for (const [call, name = ''] of code.matchAll(/.{0,200}\bimport\(["'`](\.\/[^"'`]+)["'`]\)/g)) {
      expect(call, `${file} loads ${name} by the helper`).toMatch(
        /\w\((?:async)?\(\)=>(?:(?!import).)*import/,
      );
      later.add(name);
    }
  }
  return [...later];
}

test('every script that is loaded later comes after an attempt that failed', async ({ page, server }) => {
  allowConsole(OFFLINE);
  expect(laterScripts('visit-assets')).toHaveLength(4);
  const later = laterScripts('assets');
  expect(later.length).toBeGreaterThan(40);
  await page.goto(`${server.url}/login`);
  await isHydrated(page);
  const letThrough = await intercept(page, /\/assets\//);
  const load = () =>
    page.evaluate(async (names) => {
      const scripts: string[] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]');
      const app = scripts.find((address) => address.includes('/app-')) ?? '';
      const helpers = Object.values(await import(app)) as ((...args: unknown[]) => Promise<object>)[];
      const helper = helpers.find((one) => /^async function.*new Set/s.test(String(one)));
      const came = async (name: string) => {
        const address = new URL(name, new URL(app, document.baseURI)).href;
        const code = { toString: () => `import('${name}')` };
        const load = Object.assign(() => import(address), code);
        return helper?.(load, [], address).then(() => '', String);
      };
      return Promise.all(names.map(came));
    }, later);
  const first = await load();
  expect(first.filter((failure) => /fetch/.test(failure ?? '')).length).toBeGreaterThan(40);
  letThrough();
  const second = await load();
  expect(second.filter(Boolean)).toEqual([]);
});
