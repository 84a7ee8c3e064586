import type { Locator, Page } from '@playwright/test';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { filled, type Words } from './parent.ts';
import { signIn } from './signed-in.ts';

/** Opens a page of a family, the dashboard by default. */
export async function openBoard(
  page: Page,
  home: HouseholdOnPhone,
  url: string,
  path = '/dashboard',
): Promise<void> {
  await signIn(page.context(), home, url);
  await page.goto(url + path);
}

/** Returns the buttons, rows and counts of the board and of its check-in sheet. */
export function controls(page: Page, { people, common, hereNow }: Words) {
  const sheet = page.getByRole('dialog', { name: common.checkIn });
  const named =
    (text: string, place: Page | Locator = page) =>
    (name: string) =>
      place.getByRole('button', { name: filled(text, { name }), exact: true });
  const count = (here: number) =>
    page.getByText(filled(here === 1 ? people.hereCount.one : people.hereCount.other, { count: here }));
  return {
    checkIn: named(people.checkInNamed),
    checkOut: named(people.checkOutNamed),
    undo: named(people.undoNamed),
    count,
    open: page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }),
    sheet,
    inSheet: { checkIn: named(people.checkInNamed, sheet), undo: named(people.undoNamed, sheet) },
    done: page.getByRole('dialog').getByRole('button', { name: hereNow.done, exact: true }),
    row: (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`${name}(?!\\d)`) }),
  };
}

/** Returns the place of an element on the screen, in CSS px. Throws if it is not there. */
export async function placeOf(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}
