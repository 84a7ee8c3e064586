import { expect, type Page } from '@playwright/test';
import { everyScreenOf } from './support/every-screen.ts';
import { test } from './support/framme.ts';
import { PEOPLE, settledFamily, signIn } from './support/signed-in.ts';

const OF_A_VISITOR = ['/', '/login', '/register', '/forgot-password'];
const OF_A_PARENT = ['/', '/dashboard', '/history', '/profile', '/profile/account'];

test('no two buttons of a visitor’s page or dialog have the same name', async ({ page, server }) => {
  test.setTimeout(600_000);
  for (const route of OF_A_VISITOR) await everyScreenOf(page, server.url + route, [], distinctOn(page));
});

for (const route of OF_A_PARENT)
  test(`no two buttons of ${route} of a parent and its dialogs have the same name`, async ({
    page,
    context,
    server,
    language,
  }) => {
    test.setTimeout(600_000);
    await signIn(context, await settledFamily(server.url, language), server.url);
    await everyScreenOf(page, server.url + route, PEOPLE, distinctOn(page));
  });

test('the check finds planted buttons', async ({ page }) => {
  await page.setContent('<button>Undo</button><button aria-label="Undo">x</button><button>Other</button>');
  expect(await page.evaluate(sameNames)).toEqual(['Undo']);
  await page.setContent('<button>Undo</button><dialog><button>Undo</button><button>Go</button></dialog>');
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  expect(await page.evaluate(sameNames)).toEqual([]);
  await page.evaluate(() =>
    document.querySelector('dialog')?.insertAdjacentHTML('beforeend', '<button>Go</button>'),
  );
  expect(await page.evaluate(sameNames)).toEqual(['Go']);
});

function distinctOn(page: Page): (what: string) => Promise<void> {
  return async (what) => expect.soft(await page.evaluate(sameNames), what).toEqual([]);
}

/** Runs in the page. Returns the names that several buttons share which can be pressed: in the topmost open dialog, else in the page. */
function sameNames(): string[] {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const buttons = [...place.querySelectorAll<HTMLElement>('button, [role=button]')].filter((button) =>
    button.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const names = buttons.map((button) => button.ariaLabel ?? (button.textContent ?? '').trim());
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}
