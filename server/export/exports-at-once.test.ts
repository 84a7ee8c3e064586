import { afterAll, expect, test } from 'vitest';
import { childPath, friendPath, guestPath, visitPath } from '#domain/paths.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { gate } from '#tests/support/gate.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit } from '#tests/support/people/stored-family.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { codeOf, get } from '#tests/support/server/http.ts';
import { loadPeople } from './household-data.ts';

let [running, waitsFor] = [0, Promise.resolve()];
/** The turns of the event loop in which pages were read, by a clock of turns. */
const turns: number[] = [];
let turn = 0;
const ticking = () => {
  turn += 1;
  timer = setImmediate(ticking);
};
let timer = setImmediate(ticking);
afterAll(() => clearImmediate(timer));

const app = shareApp({
  calls: (store) => ({
    people: (...asked) => {
      turns.push(turn);
      return store.people(...asked);
    },
    visits: async (...asked) => {
      running += 1;
      turns.push(turn);
      await waitsFor;
      running -= 1;
      return store.visits(...asked);
    },
  }),
});

const file = ({ url, cookie }: HouseholdOnPhone, path: string) => get(url, path, { cookie });

test('a family has one file in the making and the server three; the next is told to wait', async () => {
  const families = await Promise.all(['A', 'B', 'C', 'D'].map((name) => registerHousehold(app().url, name)));
  const [first, second, third, fourth] = families as [HouseholdOnPhone, ...HouseholdOnPhone[]];
  const { passed, open } = gate();
  waitsFor = passed;
  const firstFile = file(first, EXPORT_PATHS.everything);
  await until(() => running === 1);
  for (const path of Object.values(EXPORT_PATHS)) {
    const refused = await file(first, path);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'too-many-requests',
      '10',
    ]);
  }
  const others = [second, third].map((family) => family && file(family, EXPORT_PATHS.visits));
  await until(() => running === 3);
  expect(fourth && (await file(fourth, EXPORT_PATHS.visits)).status).toBe(429);
  open();
  for (const made of [firstFile, ...others]) expect((await made)?.status).toBe(200);
  for (const family of families) expect((await file(family, EXPORT_PATHS.everything)).status).toBe(200);
});

test('an export that is given up leaves its place', async () => {
  const phone = await registerHousehold(app().url);
  const { passed, open } = gate();
  waitsFor = passed;
  const leaving = new AbortController();
  const init = { headers: { cookie: phone.cookie }, signal: leaving.signal };
  const given = fetch(app().url + EXPORT_PATHS.everything, init).then((reply) => reply.text());
  given.catch(() => undefined);
  await until(() => running === 1);
  leaving.abort();
  await expect(given).rejects.toThrow();
  open();
  await until(async () => (await file(phone, EXPORT_PATHS.everything)).status === 200);
});

test.each(Object.values(EXPORT_PATHS))('%s reads each page in a turn of its own', async (path) => {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  await app().store.transact(phone.account.household, async (transaction) => {
    const { version } = await transaction.begin(phone.device, []);
    const at = { version: version + 1, device: phone.device, lastSequence: 1 };
    const documents = Array.from({ length: 1200 }, (_, i) => [
      { path: friendPath(child, newId()), document: aFriend() },
      { path: visitPath(child, newId()), document: aVisit(newId(), i, i + 1) },
    ]);
    const rest = { outcomes: [], notices: [], recordedAt: '' };
    await transaction.save({ ...at, ...rest, documents: documents.flat().map((one) => ({ ...one, ...at })) });
  });
  turns.length = 0;
  expect((await file(phone, path)).status).toBe(200);
  expect(turns).toHaveLength(6);
  expect(new Set(turns).size).toBe(6);
});

test('a household with many children is assembled in one pass', async () => {
  let looks = 0;
  const noting = (path: string, document: object) => ({
    version: 1,
    document,
    get path() {
      looks += 1;
      return path;
    },
  });
  const changes = Array.from({ length: 100 }, newId).flatMap((child) => [
    noting(childPath(child), aChild()),
    noting(friendPath(child, newId()), aFriend('Ella')),
    noting(guestPath(child, newId()), aFriend('Nils')),
  ]);
  const store = { people: async () => ({ changes, cursor: 1, next: null }) };
  const account = { uid: newId(), household: newId(), email: 'astrid@example.org' };
  const context = { store, fairShare: { waitTurn: async () => false } };
  const { children } = await loadPeople(context as unknown as Parameters<typeof loadPeople>[0], account);
  expect(looks).toBe(changes.length);
  expect(children).toHaveLength(100);
  for (const { friends, guests } of children)
    expect([friends, guests]).toMatchObject([[{ name: 'Ella' }], [{ name: 'Nils' }]]);
});
