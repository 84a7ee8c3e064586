import { expect, test } from 'vitest';
import type { FrammeData, Household, HouseholdView } from '#client/data/port.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { HouseholdOnPhone, newId, PASSWORD } from '#tests/support/people/household.ts';
import { newPhone, openPage, type Phone } from '#tests/support/phone/phone-on-node.ts';
import { type AppOptions, type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
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
