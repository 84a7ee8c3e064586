import { expect } from '@playwright/test';
import type { Language } from '#domain/language.ts';
import { TwoFamilies } from './support/followers.ts';
import { test } from './support/framme.ts';
import { fakeLink, SECRET, shown } from './support/visit-page.ts';

test.use({ viewport: { width: 360, height: 640 } });

const FOLLOW: Record<Language, string> = {
  sv: 'Följ Ella i din Framme',
  en: 'Follow Ella in your Framme',
};

test('the page of a link offers it to parents of another family alone, and says what went wrong', {
  tag: '@full',
}, async ({ page, server, language, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const families = await TwoFamilies.register(server.url, language);
  const press = page.getByRole('button', { name: FOLLOW[language] });
  const link = await fakeLink(page, shown());
  let reply = { status: 401, code: 'not-signed-in' };
  await page.route('**/api/following/ask', (route) =>
    route.fulfill({ status: reply.status, json: { error: { code: reply.code } } }),
  );
  const lng = `${server.url}/visit?lng=${language}#${SECRET}`;
  await page.goto(lng);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ella');
  await expect(press).toHaveCount(0);
  await page.evaluate(
    (account) => localStorage.setItem('framme.account', JSON.stringify(account)),
    families.home.account,
  );
  link.reply = shown({ isOwn: true });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ella');
  await expect(press).toHaveCount(0);
  link.reply = shown();
  await page.reload();
  await press.click();
  await expect(page.getByRole('alert')).toBeVisible();
  const logIn = page.locator('a[href^="/login"]');
  await expect(logIn).toHaveAttribute('href', `/login?lng=${language}`);
  const said = new Set([await page.getByRole('alert').innerText()]);
  for (const [status, code] of [
    [410, 'link-expired'],
    [409, 'follower-limit'],
    [429, 'too-many-requests'],
    [503, 'unavailable'],
  ] as const) {
    reply = { status, code };
    await press.click();
    await expect(press).not.toHaveAttribute('aria-busy');
    await expect.poll(async () => said.has(await page.getByRole('alert').innerText())).toBe(false);
    said.add(await page.getByRole('alert').innerText());
    await expect(logIn).toHaveCount(0);
  }
});
