import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { documentSchemas } from '#domain/documents.ts';
import { parsePath } from '#domain/paths.ts';
import { type Account, calls } from '#domain/protocol.ts';
import { type AppOptions, startApp, until } from '#tests/support/app.ts';
import { HouseholdOnPhone, PASSWORD } from '#tests/support/household.ts';
import { postJson } from '#tests/support/http.ts';

const WHEN = Date.parse('2026-05-04T16:00:00.000Z');

/** A released schema with a household in it, as SQL. */
export function fixture(name: 'schema-1.sqlite.sql' | 'schema-1.postgres.sql'): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}

/** What every later version must make of the household in the fixtures. In: how to start the app on one. */
export function releasedHouseholdContract(appOptions: () => Promise<AppOptions>): void {
  test('the family of schema 1 signs in, finds everything, goes on, and its notices go out', async () => {
    const { url, printed, clock } = await startApp(await appOptions());
    clock.ahead = WHEN - Date.now();
    const phone = await signIn(url);
    phone.now = () => Date.now() + clock.ahead;
    const documents = await phone.documents();
    expect([...documents].map(([path, document]) => [kindOf(path), nameIn(document)]).toSorted()).toEqual([
      ['child', 'Kim Åkesson 🚲'],
      ['friend', 'Ella'],
      ['guest', 'Nils'],
      ['profile', 'Astrid'],
      ['visit', 'Ella'],
      ['visit', 'Ella'],
      ['visit', 'Nils'],
    ]);
    for (const [path, document] of documents) v.assert(documentSchemas[kindOf(path)], document);
    await until(() => printed.length === 2);
    expect(printed).toEqual(['notice: 070-123 45 67 Ella in', 'notice: farmor-i-Lund Nils in']);
    expect(await phone.run('checkOut', ellaIn([...documents.keys()]))).toMatchObject({ version: 11 });
  });
}

async function signIn(url: string): Promise<HouseholdOnPhone> {
  const email = 'lindgren-rv9wyhyy@example.org';
  const { status, body, cookie } = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
  expect(status).toBe(200);
  return new HouseholdOnPhone(url, body as Account, cookie ?? '');
}

function kindOf(path: string) {
  const kind = parsePath(path)?.kind;
  if (!kind) throw new Error(`${path} is no path`);
  return kind;
}

function nameIn(document: object): string {
  if ('firstName' in document) return String(document.firstName);
  if ('visitor' in document) return (document.visitor as { name: string }).name;
  return 'name' in document ? String(document.name) : '';
}

function ellaIn(paths: string[]) {
  const { child = '', id = '' } = parsePath(paths.find((path) => path.includes('/friends/')) ?? '') ?? {};
  return { child, kind: 'friend', visitor: id } as const;
}
