import { expect, type Page } from '@playwright/test';
import { parsePath } from '#domain/paths.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import {
  fieldsOf,
  isRequired,
  mapFields,
  type VisitorFieldName,
  visitorField,
} from '#domain/visitor-fields.ts';
import { readCsv } from '#tests/support/csv.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { allowConsole, test } from './support/framme.ts';
import { SERVER_GONE } from './support/offline.ts';
import { filled, type Words } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForParts, waitForSync } from './support/unsent.ts';

type Kind = Parameters<typeof fieldsOf>[0];

/** Two values of every field: of the form that adds, and of the form that edits. */
const VALUES: Record<VisitorFieldName, readonly [added: string, edited: string]> = {
  name: ['Ella', 'Elin'],
  parentPhone: ['070-123 45 67', '08-12 34 56'],
  parentUserId: ['fatima.k', 'ali.k'],
  note: ['Allergi: nötter', 'Allergi: ägg\nMormor hämtar'],
};
const valuesOf = (kind: Kind, version: 0 | 1) => mapFields(kind, (field) => VALUES[field][version]);

for (const kind of ['friend', 'guest'] as const) {
  test(`every field of a ${kind} is in the form, offline, on the other phone, in the row and in the export`, {
    tag: kind === 'friend' ? [] : '@full',
  }, async ({ page, context, another, words, family }) => {
    allowConsole(SERVER_GONE);
    allowConsole(/ERR_INTERNET/);
    const { people } = words;
    const [added, edited] = [valuesOf(kind, 0), valuesOf(kind, 1)];
    const home = await family();
    await home.addChild('Noah');
    const { page: otherPage } = await another();
    for (const phone of [page, otherPage]) await openProfile(phone, home);
    const save = (phone: Page, button: string) => press(phone.getByRole('dialog'), button);

    await test.step('add offline', async () => {
      await waitForParts(page);
      await context.setOffline(true);
      await press(page, kind === 'friend' ? people.addFriend : people.addGuest);
      await fill(page, kind, words, added);
      await save(page, words.common.add);
      await expectRow(page, kind, 0);
      await context.setOffline(false);
      await waitForSync(page);
    });

    await test.step('edit on the other phone', async () => {
      await expectRow(otherPage, kind, 0);
      await openSheet(otherPage, 0);
      await press(otherPage, filled(people.editNamed, { name: VALUES.name[0] }));
      await expectForm(otherPage, kind, added);
      await fill(otherPage, kind, words, edited);
      await save(otherPage, words.common.save);
      await expectRow(page, kind, 1);
    });

    await test.step('export', async () => {
      expect(await exported(home, kind)).toEqual(edited);
      await home.run('checkIn', await onlyVisitor(home, kind));
      const [, row] = readCsv((await download(home, EXPORT_PATHS.visits)).replace('\ufeff', ''));
      for (const field of fieldsOf(kind)) if (visitorField(field).csv) expect(row).toContain(edited[field]);
    });

    await test.step('clear the optional fields', async () => {
      // Another button comes into the row, before the one that edits.
      const row = page.getByRole('listitem').filter({ hasText: VALUES.name[1] });
      await expect(row).toContainText(words.common.checkedIn);
      const emptied = mapFields(kind, (field) => (isRequired(field) ? edited[field] : ''));
      await openSheet(page, 1);
      await press(page, filled(people.editNamed, { name: VALUES.name[1] }));
      await expectForm(page, kind, edited);
      await fill(page, kind, words, emptied);
      await save(page, words.common.save);
      await waitForSync(page);
      expect(await exported(home, kind)).toEqual(emptied);
    });
  });
}

type Values = Readonly<Partial<Record<VisitorFieldName, string>>>;

async function openProfile(page: Page, home: HouseholdOnPhone): Promise<void> {
  await signIn(page.context(), home, home.url);
  await page.goto(`${home.url}/profile`);
  await expect(page.getByRole('heading', { name: 'Noah' }).first()).toBeVisible();
}

async function press(place: Pick<Page, 'getByRole'>, name: string): Promise<void> {
  await place.getByRole('button', { name, exact: true }).click();
}

const input = (page: Page, field: VisitorFieldName) => page.getByRole('dialog').locator(`[name="${field}"]`);

async function fill(page: Page, kind: Kind, { people }: Words, values: Values): Promise<void> {
  for (const field of fieldsOf(kind)) {
    await expect(input(page, field)).toHaveAccessibleName(new RegExp(`^${people.fields[field]}`));
    await input(page, field).fill(values[field] ?? '');
  }
}

async function expectForm(page: Page, kind: Kind, values: Values): Promise<void> {
  for (const field of fieldsOf(kind)) await expect(input(page, field)).toHaveValue(values[field] ?? '');
}

/** The row shows the name and the parent's contact, and its sheet every field. */
async function expectRow(page: Page, kind: Kind, version: 0 | 1): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: VALUES.name[version] });
  for (const field of fieldsOf(kind).filter(isRequired))
    await expect(row).toContainText(VALUES[field][version]);
  const sheet = await openSheet(page, version);
  for (const field of fieldsOf(kind)) await expect(sheet).toContainText(VALUES[field][version]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

async function openSheet(page: Page, version: 0 | 1) {
  const sheet = page.getByRole('dialog', { name: VALUES.name[version] });
  await page.getByRole('button', { name: new RegExp(`^${VALUES.name[version]} `) }).click();
  await expect(sheet).toBeVisible();
  return sheet;
}

async function onlyVisitor(home: HouseholdOnPhone, kind: Kind) {
  for (const path of (await home.documents()).keys()) {
    const { kind: found, child = '', id } = parsePath(path) ?? {};
    if (found === kind && id) return { child, kind, visitor: id };
  }
  throw new Error(`there is no ${kind}`);
}

async function download({ url, cookie }: HouseholdOnPhone, path: string): Promise<string> {
  return (await fetch(url + path, { headers: { cookie } })).text();
}

/** The fields of the only visitor in the exported JSON. */
async function exported(home: HouseholdOnPhone, kind: Kind): Promise<Values> {
  const { children } = JSON.parse(await download(home, EXPORT_PATHS.everything));
  const [visitor] = children[0][`${kind}s`];
  return mapFields(kind, (field) => visitor[field]);
}
