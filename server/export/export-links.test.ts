import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Friend } from '#domain/documents.ts';
import { answered, opened, refused } from '#domain/links/reader.ts';
import { visitorPath, visitPath } from '#domain/paths.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { type Export, exportSchema } from '#domain/protocol/export.ts';
import { isoTime } from '#domain/time.ts';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import { readCsv } from '#tests/support/csv.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

const app = shareApp();
const planned = isoTime(Date.now() + 3_600_000);

/** A family with a visit that has a planned time, a link that was opened and answered, and a friend who refused more. */
async function familyWithLink() {
  const phone = await registerHousehold(app().url);
  const ella = await phone.addFriend(await phone.addChild());
  const [arrival, hash] = [phone.op('checkIn', ella), newId().padEnd(43, '_')];
  const visit = arrival.op;
  const given = phone.op('giveLink', { ...ella, visit, hash });
  await phone.sync({
    ops: [arrival, given, phone.op('expectHome', { ...ella, visit, at: planned })],
  });
  const at = isoTime(Date.now());
  await app().store.transact(phone.account.household, async (transaction) => {
    const paths = [visitPath(ella.child, visit), visitorPath(ella)] as const;
    const stored = await transaction.load([{ paths }]);
    const [shown, friend] = [stored.get(paths[0]), stored.get(paths[1]) as Friend | undefined];
    const told = shown && answered(opened(shown, hash, at), { code: 'thanks' }, at);
    if (typeof told !== 'object' || !friend) throw new Error('no visit with a link');
    const writes = [
      { path: paths[0], document: told.visit },
      { path: paths[1], document: refused(friend, true, at) },
    ];
    await saveAsServer(transaction, writes, Date.parse(at), undefined);
  });
  return { phone, ella, visit, hash, at, link: { id: given.op, by: phone.account.uid } };
}

const fetchAs = ({ cookie }: HouseholdOnPhone, path: string) => get(app().url, path, { cookie });

async function everythingOf(phone: HouseholdOnPhone): Promise<Export> {
  return v.parse(exportSchema, (await fetchAs(phone, EXPORT_PATHS.everything)).body);
}

test('links are exported without what opens or names them, with answer, planned time and refusal', async () => {
  const { phone, visit, hash, at, link } = await familyWithLink();
  const { visits, children } = await everythingOf(phone);
  expect(visits).toMatchObject([{ id: visit, answer: { code: 'thanks', at }, expected: { at: planned } }]);
  expect(visits[0]?.links).toEqual([{ ...link, madeAt: expect.any(String), openedAt: at }]);
  expect(children[0]?.friends).toMatchObject([{ linkRefusal: { at, removalAskedAt: at } }]);
  for (const path of Object.values(EXPORT_PATHS))
    expect(JSON.stringify((await fetchAs(phone, path)).body)).not.toContain(hash);
});

test('the CSV has the planned time in a column, in the zone of the visit', async () => {
  const { phone } = await familyWithLink();
  const { body } = await fetchAs(phone, EXPORT_PATHS.visits);
  const [headings, row] = readCsv(String(body).replace('\ufeff', ''));
  const local = new Date(planned).toLocaleString('sv', { timeZone: 'Europe/Stockholm' }).slice(0, 16);
  expect(row?.[headings?.indexOf('Planerad hemtid') ?? -1]).toBe(local);
  await phone.run('updateProfile', { language: 'en' });
  const english = String((await fetchAs(phone, EXPORT_PATHS.visits)).body).replace('\ufeff', '');
  expect(readCsv(english, ',')[0]).toContain('Planned time home');
});

test("the export of a family holds nothing of another's links", async () => {
  const { visit, hash, link } = await familyWithLink();
  const other = await familyWithLink();
  const { uid } = other.phone.account;
  for (const path of Object.values(EXPORT_PATHS)) {
    const text = JSON.stringify((await fetchAs(other.phone, path)).body);
    for (const theirs of [visit, hash, link.id, link.by]) expect(text).not.toContain(theirs);
  }
  expect((await everythingOf(other.phone)).visits[0]?.links).toMatchObject([{ by: uid }]);
});

test('a removed visit is exported without links, and one whose links were taken back too', async () => {
  const { phone, ella, visit, hash } = await familyWithLink();
  const { children: before } = await everythingOf(phone);
  expect(before[0]?.removedVisits).toBeUndefined();
  await phone.run('deleteVisit', { ...ella, visit });
  const { children, visits } = await everythingOf(phone);
  expect(visits).toEqual([]);
  const [removed] = children[0]?.removedVisits ?? [];
  expect(removed).toMatchObject({ id: visit, visit: { expected: { at: planned } } });
  for (const field of ['links', 'answer']) expect(removed?.visit).not.toHaveProperty(field);
  expect(await app().store.linked(hash)).toBeUndefined();
  const other = await familyWithLink();
  await other.phone.run('takeLinksBack', { ...other.ella, visit: other.visit });
  const [taken] = (await everythingOf(other.phone)).visits;
  for (const field of ['links', 'answer']) expect(taken).not.toHaveProperty(field);
});
