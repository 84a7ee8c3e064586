import { expect, type Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { LANGUAGES, type Language, nextLanguage } from '#domain/language.ts';
import { headingOf, isHydrated, PRERENDERED } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';
import { untilRest, watchRequests } from './support/rest.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read in both languages', { tag: '@full' }, async ({ page, server }) => {
    allowConsole(/404 \(Not Found\)/);
    for (const route of [...PRERENDERED, '/nowhere'] as const) {
      for (const language of LANGUAGES) {
        await page.goto(`${server.url}${route}?lng=${language}`);
        await expect(page.locator('html'), route).toHaveAttribute('lang', language);
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading, route).toBeVisible();
        expect(await heading.textContent(), route).toBe(headingOf(route, language));
      }
    }
  });

  test('links work, the menu is open and the other language is a link', async ({ parent, server }) => {
    const { page, language, words } = parent;
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(server.url);
    await page
      .getByRole('navigation', { name: words.common.nav.label })
      .getByText(words.common.nav.howItWorks)
      .click();
    await expect(page).toHaveURL(`${server.url}/how-it-works`);
    await page.getByRole('contentinfo').getByText(words.common.footer.privacy).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      ALL_TEXTS[language].common.footer.privacy,
    );
    await page.locator(`noscript a[lang="${nextLanguage(language)}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      ALL_TEXTS[nextLanguage(language)].common.footer.privacy,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test('a form sends nothing and puts no password into the address', async ({ page, server, words }) => {
    for (const path of ['/login', '/register']) {
      await page.goto(server.url + path);
      await page.getByLabel(words.signIn.password, { exact: true }).fill('only mine');
      await page.getByRole('main').locator('button[type=submit]').click();
      await expect(page).toHaveURL(server.url + path);
    }
  });
});

test('a language stored only on the device applies after hydration in that of the document', {
  tag: '@full',
}, async ({ page, server, language }) => {
  const wanted = nextLanguage(language);
  await page.addInitScript((code) => localStorage.setItem('i18nextLng', code), wanted);
  const answer = await page.goto(`${server.url}/about`);
  expect(answer?.headers()['content-language']).toBe(language);
  await shows(page, wanted);
  await isHydrated(page);
  expect((await page.context().cookies()).find(({ name }) => name === 'i18next')?.value).toBe(wanted);
});

test('the language toggle switches at once, and its choice is kept after a reload', async ({ parent }) => {
  const { page, language, url } = parent;
  await page.goto(`${url}/about`);
  await isHydrated(page);
  await page.getByRole('button', { name: new RegExp(`^${nextLanguage(language).toUpperCase()}:`) }).click();
  await shows(page, nextLanguage(language));
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'i18next')).toMatchObject({
    value: nextLanguage(language),
    path: '/',
    sameSite: 'Lax',
  });
  const answer = await page.reload();
  expect(answer?.headers()['content-language']).toBe(nextLanguage(language));
  await shows(page, nextLanguage(language));
});

async function shows(page: Page, language: Language): Promise<void> {
  const { title } = ALL_TEXTS[language].pages.about;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(`${title} – Framme`);
}

test('each script loaded ahead runs', { tag: ['@full', '@once'] }, async ({ page, server, settled }) => {
  watchRequests(page);
  const idle = async (path: string) => {
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    await page.goto(server.url + path);
    await untilRest(page);
    const links = page.locator('link[rel="modulepreload"], link[rel="preload"]');
    const ahead = await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
    const run = new Set((await page.coverage.stopJSCoverage()).map(({ url }) => url));
    expect(ahead.filter((address) => run.has(address)).length, path).toBeGreaterThan(1);
    return ahead.filter((address) => !run.has(address));
  };
  for (const path of ['/', '/about', '/login']) expect(await idle(path), path).toEqual([]);
  // The control: this document is that of a parent, and here it leads to the page that signs in.
  expect(await idle('/dashboard')).not.toEqual([]);
  await settled();
  for (const path of ['/', '/about', '/dashboard', '/history', '/profile', '/profile/account'])
    expect(await idle(path), path).toEqual([]);
});
