import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import * as v from 'valibot';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { Language } from '#domain/language.ts';
import { exportSchema } from '#domain/protocol/export.ts';
import { readCsv } from '#tests/support/csv.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { violationsOn } from './support/accessibility/axe.ts';
import { openBoard } from './support/board.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { filled, type Words } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { pressStill } from './support/still.ts';

const DAY = 24 * 60 * 60_000;

/** A family with a visit 40 days old and one of today. */
async function family(url: string): Promise<HouseholdOnPhone> {
  const phone = await registerHousehold(url);
  const ella = await phone.addFriend(await phone.addChild('Åke'), '=Ella', '+46 70 123 45 67');
  const then = Date.now() - 40 * DAY;
  const times = { checkIn: [then, Date.now() - 120_000], checkOut: [then + 60_000, Date.now() - 60_000] };
  for (const visit of [0, 1]) {
    for (const command of ['checkIn', 'checkOut'] as const) {
      await phone.run(command, ella, { tappedAt: times[command][visit] ?? 0 });
    }
  }
  return phone;
}

/** The line with the number of visits in the history. */
function count(page: Page, { historyPage }: Words, visits: number): Locator {
  const text = visits === 1 ? historyPage.count.one : historyPage.count.other;
  return page
    .getByRole('main')
    .getByRole('status')
    .getByText(filled(text, { number: visits }), { exact: true });
}

const EXPORT_NAME = /^framme-\d{4}-\d\d-\d\d\.json$/;

/** The first heading of the CSV, and what separates it from the second. */
const FIRST: Record<Language, [string, ',' | ';']> = { sv: ['Barn', ';'], en: ['Child', ','] };

/** Runs in the page. Returns what the app has stored. */
async function leftOnDevice(): Promise<{ databases: number; stored: string[] }> {
  return {
    databases: (await indexedDB.databases()).length,
    stored: Object.keys(localStorage).filter((key) => key.startsWith('framme')),
  };
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressStill(page.getByRole('button', { name: button })),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a parent downloads the data, and a failed download can be retried', async ({ parent, open }) => {
  const { page, language, words, url } = parent;
  allowConsole(/Failed to load resource/);
  const phone = await family(url);
  await open(phone, '/profile/data');
  const { take } = ALL_TEXTS[language].ownData;
  const everything = await saved(page, take.everything);
  expect(everything.name).toMatch(EXPORT_NAME);
  const { account, visits } = v.parse(exportSchema, JSON.parse(everything.text));
  expect([account.email, visits.length]).toEqual([phone.account.email, 2]);
  await expect(page.getByText(filled(take.done, { file: everything.name }))).toBeVisible();
  const table = await saved(page, take.visits);
  const [heading, separator] = FIRST[language];
  const rows = readCsv(table.text.replace('\ufeff', ''), separator);
  expect(rows[0]?.[0]).toBe(heading);
  expect(rows[1]?.slice(0, 4)).toMatchObject(['Åke', "'=Ella", expect.any(String), "'+46 70 123 45 67"]);
  const letVisits = await intercept(page, '**/api/visits.csv');
  await pressStill(page.getByRole('button', { name: take.visits }));
  const alert = page.getByRole('alert').filter({ hasText: take.offline });
  await expect(alert).toBeVisible();
  letVisits();
  expect((await saved(page, words.common.retry)).text).toBe(table.text);
  await expect(alert).toBeHidden();
  const busy = { error: { code: 'too-many-requests', message: '', retryAfter: 10 } };
  const letEverything = await intercept(page, '**/api/export.json', (route) =>
    route.fulfill({ status: 429, json: busy }),
  );
  await page.getByRole('button', { name: take.everything }).click();
  await expect(page.getByRole('alert').filter({ hasText: take.busy })).toBeVisible();
  letEverything();
  expect((await saved(page, words.common.retry)).name).toMatch(EXPORT_NAME);
});

test('a shorter retention counts visits, and deletes them', { tag: '@full' }, async ({ parent, open }) => {
  const { page, language, words, url } = parent;
  const phone = await family(url);
  await open(phone, '/history');
  const { kept } = words.historyPage;
  const title = words.common.nav.history;
  await expect(page.getByText(kept.days_365)).toBeVisible();
  await expect(count(page, words, 2)).toBeVisible();
  await page.getByRole('link', { name: kept.change }).click();
  const { keep } = ALL_TEXTS[language].ownData;
  await page.getByLabel(keep.label, { exact: true }).selectOption(keep.days_30);
  const section = page.getByRole('region', { name: keep.title });
  await section.getByRole('button', { name: words.common.save }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(filled(keep.consequence.one, { number: 1 }));
  await question.getByRole('button', { name: words.common.cancel }).click();
  await expect(question).toBeHidden();
  await section.getByRole('button', { name: words.common.save }).click();
  await question.getByRole('button', { name: keep.confirm }).click();
  await expect(question).toBeHidden();
  await page.goto(`${url}/history`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(kept.days_30)).toBeVisible();
  await expect(count(page, words, 1)).toBeVisible();
  // The choice is kept on the phone first, and sent like any tap.
  const stored = async () =>
    [...(await phone.documents()).keys()].filter((path) => path.includes('/visits/'));
  await expect.poll(stored).toHaveLength(1);
});

test('a deleted account is gone from server and both phones', async ({ parent, context, another }) => {
  const { page, language, words, url } = parent;
  allowConsole(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  const phone = await family(url);
  await signIn(context, phone, url);
  const { page: tablet } = await another();
  await openBoard(tablet, phone, url, '/history');
  await expect(count(tablet, words, 2)).toBeVisible();
  const { delete: end } = ALL_TEXTS[language].ownData;
  const { proof } = words.account;

  await page.goto(`${url}/profile/data`);
  await pressStill(page.getByRole('button', { name: end.title }));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(end.consequence);
  await question.getByRole('button', { name: end.confirm }).click();
  const asked = page.getByRole('dialog', { name: proof.title });
  await expect(asked).toContainText(proof.why);
  expect(await violationsOn(page)).toEqual([]);
  await asked.getByRole('button', { name: words.common.cancel }).click();
  await expect(asked).toBeHidden();
  await question.getByRole('button', { name: end.confirm }).click();
  await asked.getByLabel(proof.password).fill(`${PASSWORD}-wrong`);
  await asked.getByRole('button', { name: proof.confirm }).click();
  await expect(asked.getByRole('alert')).toHaveText(proof.wrong);
  await asked.getByLabel(proof.password).fill(PASSWORD);
  await asked.getByRole('button', { name: proof.confirm }).click();
  for (const screen of [page, tablet]) {
    await expect(screen.getByRole('alertdialog')).toContainText(end.gone);
    await expect(screen).toHaveURL(`${url}/`);
    if (screen === page) expect(await violationsOn(screen)).toEqual([]);
    await expect.poll(() => screen.evaluate(leftOnDevice)).toEqual({ databases: 0, stored: [] });
    await screen.getByRole('button', { name: words.common.close }).last().click();
    await expect(screen.getByRole('alertdialog')).toBeHidden();
  }
  await page.goto(`${url}/login`);
  await parent.logIn({ email: phone.account.email, password: PASSWORD });
  await expect(page.getByRole('alert')).toContainText(words.callFailures['invalid-credentials']);
});
