import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { settledFamily, signIn } from './support/signed-in.ts';

test('no two buttons of a page have the same name', async ({ page, context, server, language }) => {
  const check = async (route: string) => {
    await page.goto(server.url + route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect.soft(await page.evaluate(sameNames), route).toEqual([]);
  };
  for (const route of ['/', '/login']) await check(route);
  await signIn(context, await settledFamily(server.url, language), server.url);
  for (const route of ['/', '/dashboard', '/history', '/profile', '/profile/account']) await check(route);
});

test('the check finds planted buttons', async ({ page }) => {
  await page.setContent('<button>Undo</button><button aria-label="Undo">x</button><button>Other</button>');
  expect(await page.evaluate(sameNames)).toEqual(['Undo']);
});

/** Runs in the page. Returns the names that several visible buttons share. */
function sameNames(): string[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=button]')].filter((button) =>
    button.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const names = buttons.map((button) => button.ariaLabel ?? (button.textContent ?? '').trim());
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}
