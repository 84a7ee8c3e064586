import { beforeAll, expect, test } from 'vitest';
import type { FrammeData, Household, HouseholdView } from '#client/data/port.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { HouseholdOnPhone, newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { newPhone, openPage, type Phone } from '#tests/support/phone/phone-on-node.ts';
import { type Options, runStory, START } from '#tests/support/restore/story.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { alteredStore } from '#tests/support/server/altered-store.ts';
import { type AppOptions, type AppUnderTest, shareApp, startApp, until } from '#tests/support/server/app.ts';
import { backUp, ownData, WAYS, type Way } from '#tests/support/server/backups.ts';

const ASTRID = {
  ...{ firstName: 'Astrid', lastName: 'Lind', email: 'astrid@example.org', password: PASSWORD },
};

/** The former server, on which a restored backup could not be told once the versions had met. */
const WITHOUT_EPOCH: NonNullable<AppOptions['change']> = ({ store }) => ({
  store: { ...store, epoch: () => 'always0000' },
});

/** One phone of the family, whose page is opened anew on each server. */
class FamilyPhone {
  readonly phone: Phone = newPhone();
  #data: FrammeData | undefined;

  open({ url }: AppUnderTest): FrammeData {
    this.#data = openPage(this.phone, url);
    return this.#data;
  }

  get home(): Household {
    const household = this.#data?.household();
    if (!household) throw new Error('nobody is signed in');
    return household;
  }

  async close(): Promise<void> {
    await (this.home as unknown as { close(): Promise<void> }).close();
  }

  async sync(): Promise<void> {
    await until(async () => {
      await this.home.syncNow();
      const { state, historyLoading } = this.home.view();
      return state === 'loaded' && !historyLoading;
    });
  }
}

/** A family on two phones, and what both were told was stored before and after the backup. */
async function familyAfterBackup(change: AppOptions['change']) {
  const data = await ownData();
  const options = { ...data, ...(change ? { change } : {}) };
  const app = await startApp(options);
  const [anna, bo] = [new FamilyPhone(), new FamilyPhone()];
  await anna.open(app).signIn('register', ASTRID);
  const child = newId();
  const ella: VisitorRef = { child, kind: 'friend', visitor: newId() };
  const omar: VisitorRef = { child, kind: 'friend', visitor: newId() };
  await anna.home.run('addChild', { child, name: 'Kim', birthDate: '2018-05-04' });
  await anna.home.run('addFriend', {
    child,
    friend: ella.visitor,
    name: 'Ella',
    parentPhone: '070-123 45 67',
  });
  await bo.open(app).signIn('logIn', { email: ASTRID.email, password: PASSWORD });
  for (const one of [anna, bo]) await one.sync();
  await bo.home.run('checkIn', ella);
  await bo.sync();
  const backup = await backUp(data);
  await anna.sync();
  await anna.home.run('addFriend', {
    child,
    friend: omar.visitor,
    name: 'Omar',
    parentPhone: '070-765 43 21',
  });
  await anna.home.run('checkIn', omar);
  await anna.sync();
  await bo.sync();
  await bo.home.run('checkOut', omar);
  await bo.home.run('checkOut', ella);
  await bo.sync();
  await anna.sync();
  await anna.home.run('checkIn', ella);
  await anna.sync();
  await bo.sync();
  const stored = await documentsOf(app, anna);
  for (const one of [anna, bo]) await one.close();
  await app.stop();
  const restart = async (way: Way) => startApp({ ...options, ...(await backup.restore(way)) });
  return { anna, bo, ella, omar, child, stored, restart };
}

function documentsOf({ url }: AppUnderTest, { home, phone }: FamilyPhone) {
  const cookie = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new HouseholdOnPhone(url, home.account, cookie).documents();
}

/** Makes changes by an old page, which names no epoch, until the versions have passed those of both phones. */
async function passVersions({ url }: AppUnderTest, { home, phone }: FamilyPhone): Promise<void> {
  const cookie = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const old = new HouseholdOnPhone(url, home.account, cookie);
  const nils = await old.addGuest(await old.addChild('Olle'));
  for (let i = 0; i < 10; i++) await old.run(i % 2 ? 'checkOut' : 'checkIn', nils);
}

function shown({ children, history, refused, waiting }: HouseholdView) {
  const rows = children.map((child) => ({ ...child, row: '', friends: child.friends.map(bare) }));
  return { rows: JSON.parse(JSON.stringify(rows)), history: history.map(bare), refused, waiting };
}

function bare<T extends object>(row: T): T {
  return { ...row, row: '' };
}

async function syncAll(...phones: FamilyPhone[]): Promise<void> {
  for (let round = 0; round < 3; round++) for (const one of phones) await one.sync();
}

const ways = process.env.TEST_STORE === 'postgres' ? WAYS.slice(0, 1) : WAYS;

test.each(ways)('after a restore (%s) the phones bring back what they were told was stored', async (way) => {
  const { anna, bo, stored, restart } = await familyAfterBackup(undefined);
  const app = await restart(way);
  for (const one of [anna, bo]) await one.open(app).ready;
  await passVersions(app, anna);
  // The departure that Bo tapped needs the friend that Anna brings later.
  await syncAll(bo, anna);
  expect(shown(anna.home.view())).toMatchObject({ refused: [], waiting: 0 });
  const documents = await documentsOf(app, anna);
  for (const [path, document] of stored) expect(documents.get(path), path).toEqual(document);
  expect(shown(anna.home.view())).toEqual(shown(bo.home.view()));
});

test('control: without an epoch, what the backup lacks is lost', async () => {
  const { anna, bo, stored, restart } = await familyAfterBackup(WITHOUT_EPOCH);
  const app = await restart('overwritten');
  for (const one of [anna, bo]) await one.open(app).ready;
  await passVersions(app, anna);
  await syncAll(bo, anna);
  const documents = await documentsOf(app, anna);
  expect([...stored.keys()].filter((path) => !documents.has(path)).length).toBeGreaterThan(1);
});

/** The store of a server whose backup was restored: nothing purges the log while a story runs. */
const app = shareApp({
  isStill: true,
  calls: () => ({ restored: () => ({ at: START }) }),
});

// Nothing of a story expires while it runs.
beforeAll(() => {
  app().clock.ahead = START - Date.now();
});

/** RUNS=2000 makes a long run; SEED makes other stories. */
const ALL = process.env.TEST_STORE === 'postgres' ? 40 : 120;

const RUNS = roundsOf(ALL, ALL / 5);

/** Runs stories until one ends otherwise than on a server that was never restored. Returns its seed. */
async function firstDifference(options: Omit<Options, 'seed'>, store = app().store, runs = ALL) {
  for (let run = 0; run < runs; run += 1) {
    const { expected, found } = await runStory(store, { ...options, seed: seed * 100_000 + run });
    if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(found))) return { run, expected, found };
  }
  return undefined;
}

function sorted(value: unknown): unknown {
  if (value instanceof Map) return [...value].sort().map(([key, one]) => [key, sorted(one)]);
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort()
    .map(([key, one]) => [key, sorted(one)]);
}

test.each([
  ['all phones return', {}],
  ['some phones return', { isSubset: true }],
])(
  // docs/sync.md: RS4
  'after a restore the household is as if there had been none: %s',
  { timeout: 600_000 },
  async (_who, options) => {
    const difference = await firstDifference(options, app().store, RUNS);
    expect(difference?.found, `run ${difference?.run}`).toEqual(difference?.expected);
  },
);

const CONTROLS: [string, (op: Op) => Op][] = [
  ['of arrival', ({ again, ...op }) => (again ? { ...op, again: {} } : op)],
  [
    'of tap times',
    (op) => {
      const sent = op.again?.sent && { ...op.again.sent, version: op.tappedAt };
      return sent ? { ...op, again: { sent: { ...sent, receivedAt: op.tappedAt } } } : op;
    },
  ],
];

test.each(CONTROLS)('control: the order %s ends otherwise', { timeout: 600_000 }, async (_order, alter) => {
  expect(await firstDifference({ alter })).toBeDefined();
});

/** A store that keeps no document from before its first write. */
function withoutBases(store: Store): Store {
  return alteredStore(store, (transaction) => ({
    ...transaction,
    save: ({ log = [], ...batch }) =>
      transaction.save({ ...batch, log: log.filter(({ key }) => !key?.startsWith('b')) }),
  }));
}

test('control: without the documents before the restore it ends otherwise', {
  timeout: 600_000,
}, async () => {
  expect(await firstDifference({}, withoutBases(app().store))).toBeDefined();
});

/** A family's backup in which the notice of an arrival waits, for a minute from its tap so long ago. */
async function withWaitingNotice(ago: number) {
  const data = await ownData();
  const started = ({ env, ...rest }: typeof data) =>
    startApp({ ...rest, env: { ...env, NOTICE_HOLD_SECONDS: '60' } });
  const app = await started(data);
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const [ella, omar] = [await phone.addFriend(child), await phone.addFriend(child, 'Omar')];
  app.clock.set = -ago;
  const tap = phone.op('checkIn', ella);
  await phone.sync({ ops: [tap] });
  const backup = await backUp(data);
  const restart = async () => {
    await app.stop();
    const again = await started({ ...data, ...(await backup.restore('overwritten')) });
    phone.url = again.url;
    return again;
  };
  // Notices that waited are due before that of a tap of now, so they are printed first.
  const printedBy = async ({ printed, clock }: AppUnderTest) => {
    await phone.run('checkIn', omar);
    clock.ahead += 2 * MINUTE_MS;
    await until(() => printed.some((line) => line.includes('Omar')));
    return printed;
  };
  return { app, phone, ella, tap, restart, printedBy };
}

const ofOmar = 'notice: "070-123 45 67" "Omar" in';

test('a notice that was sent after the backup is not sent once more after the restore', async () => {
  const { app, restart, printedBy } = await withWaitingNotice(HOUR_MS);
  app.clock.set = 0;
  await until(() => app.printed.length === 1);
  expect(await printedBy(await restart())).toEqual([ofOmar]);
});

test('one that waits still is cancelled by the undo of its tap that is sent again, which tells nobody', async () => {
  const { app, phone, ella, tap, restart, printedBy } = await withWaitingNotice(0);
  const { household } = phone.account;
  const undo = phone.op('undo', { ...ella, visit: tap.op, undoes: tap.op });
  await phone.sync({ ops: [undo] });
  expect(await app.store.waitingNotices(household)).toEqual([]);
  const again = await restart();
  expect(await again.store.waitingNotices(household)).toHaveLength(1);
  const sent = { deviceNow: undo.tappedAt, receivedAt: undo.tappedAt };
  expect(await phone.sync({ ops: [{ ...undo, again: { sent } }] })).toMatchObject({
    outcomes: [{ op: undo.op, result: 'done' }],
  });
  expect(await again.store.waitingNotices(household)).toEqual([]);
  expect(await printedBy(again)).toEqual([ofOmar]);
});

// docs/sync.md: RS6
test('a tap that no server had before the restore tells the other family, once', async () => {
  const { phone, ella, restart, printedBy } = await withWaitingNotice(HOUR_MS);
  const again = await restart();
  await phone.sync({ ops: [{ ...phone.op('checkOut', ella), again: {} }] });
  const printed = await printedBy(again);
  expect(printed.filter((line) => line.includes('Ella'))).toEqual(['notice: "070-123 45 67" "Ella" out']);
});
