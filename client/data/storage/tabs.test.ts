import { expect, test } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import {
  ANNA,
  annasFamily,
  appliedTo,
  type Family,
  journaled,
  quiet,
  row,
} from '#tests/support/phone/family.ts';
import type { Tab } from '#tests/support/phone/phone.ts';

test('a tap in one tab shows in the other, unsent and then confirmed', async () => {
  const { phone, tab, ella } = await annasFamily();
  const other = phone.openTab();
  await quiet(other);
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  await expect.poll(() => row(other.home.view(), ella)).toMatchObject({ status: 'in', row: 'waiting' });
  phone.isOnline = true;
  await quiet(tab);
  await expect.poll(() => row(other.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
  expect(other.home.view().waiting).toBe(0);
});

// docs/sync.md: PH3
test('with locks only one tab syncs at a time; a killed tab releases the lock', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  const other = phone.openTab();
  await quiet(tab, other);
  let [present, most] = [0, 0];
  server.beforeReply = async () => {
    present += 1;
    most = Math.max(most, present);
    await new Promise((resolve) => setTimeout(resolve, 5));
    present -= 1;
  };
  await Promise.all([tab.home.run('checkIn', ella), other.home.run('checkOut', ella)]);
  await quiet(tab, other);
  expect(most).toBe(1);
  server.beforeReply = () => new Promise(() => {});
  void tab.home.syncNow();
  await expect.poll(() => server.requests.length).toBeGreaterThan(0);
  tab.kill();
  server.beforeReply = async () => {};
  await quiet(other);
});

test('a sign-out in one tab signs the other out, and a sign-in signs it in', async () => {
  const { phone, tab, ella } = await annasFamily();
  const other = phone.openTab();
  await quiet(other);
  await tab.data.logOut();
  await expect.poll(() => other.data.household()).toBeUndefined();
  await tab.data.signIn('logIn', ANNA);
  await expect.poll(() => other.data.household()?.account.email).toBe('anna@example.org');
  await quiet(tab, other);
  await other.home.run('checkIn', ella);
  await expect.poll(() => row(tab.home.view(), ella)?.status).toBe('in');
});

test('a tab that missed a sign-out and a new sign-in opens the household again', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  const deaf = phone.openTab();
  await quiet(deaf);
  deaf.isDeaf = true;
  const before = deaf.home;
  await tab.data.logOut();
  await tab.data.signIn('logIn', ANNA);
  await expect.poll(() => deaf.data.household() !== undefined && deaf.home !== before).toBe(true);
  await quiet(deaf);
  await deaf.home.run('checkIn', ella);
  await quiet(deaf);
  expect(serverHousehold.visits()).toHaveLength(1);
});

test.each([true, false])(
  'a journaled tap taken over by another tab is applied once (sent: %s)',
  async (isSent) => {
    const { phone, tab, ella, serverHousehold } = await annasFamily();
    tab.isDeaf = true;
    phone.isOnline = false;
    phone.database = 'refuses';
    await tab.home.run('checkIn', ella);
    phone.database = 'works';
    phone.isOnline = isSent;
    const other = phone.openTab();
    await expect.poll(() => row(other.home.view(), ella)?.row).toBe(isSent ? 'confirmed' : 'waiting');
    await tab.home.run('checkOut', ella);
    phone.isOnline = true;
    await quiet(tab, other);
    expect(serverHousehold.visits()).toMatchObject([{ visit: { open: false, arrived: {}, left: {} } }]);
    expect(serverHousehold.applied).toHaveLength(4);
    expect(row(tab.home.view(), ella)).toMatchObject({ status: 'out', row: 'confirmed' });
  },
);

test('if IndexedDB fails, taps of two tabs are sent in the order they were made', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  const tabs = [tab.reload(), phone.openTab()] as const;
  await quiet(...tabs);
  Object.assign(phone, { database: 'refuses', isOnline: false });
  const first = await tabs[0].home.run('checkIn', ella);
  phone.clockError = -60_000;
  const second = await tabs[1].home.run('checkOut', ella);
  // An attempt that still ran would send as soon as there is a network.
  for (const one of tabs) await one.home.syncNow();
  phone.isOnline = true;
  await quiet(tabs[1], tabs[0]);
  expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut']);
  expect([first, second]).toMatchObject([{ done: true }, { done: true }]);
  expect(
    serverHousehold.visits().map(({ visit }) => [visit.open, Boolean(visit.arrived && visit.left)]),
  ).toEqual([[false, true]]);
  await expect.poll(() => row(tabs[0].home.view(), ella)).toMatchObject({ status: 'out', row: 'confirmed' });
});

/** Taps in a tab and kills it before the tap is in the outbox. */
async function tapAndClose(family: Family): Promise<Tab> {
  const { phone, tab, ella } = family;
  const other = phone.openTab();
  await quiet(tab, other);
  phone.afterFrame = () => {};
  void tab.home.run('checkIn', ella);
  expect(row(tab.home.view(), ella)?.status).toBe('in');
  tab.kill();
  phone.afterFrame = (work) => work();
  return other;
}

// docs/sync.md: PH3
test('what a tab left in the journal when it was closed is shown and sent by another within 2 s', async () => {
  const family = await annasFamily();
  const other = await tapAndClose(family);
  await new Promise((resolve) => setImmediate(resolve));
  expect(row(other.home.view(), family.ella)?.status).toBe('out');
  other.advance(1500);
  await expect
    .poll(() => row(other.home.view(), family.ella))
    .toMatchObject({ status: 'in', row: 'confirmed' });
  expect(family.serverHousehold.visits()).toMatchObject([{ visit: { open: true } }]);
  expect(journaled(family.phone)).toEqual([]);
});

test.each([
  ['when it is shown', (tab: Tab) => tab.wake()],
  ['within half a minute', (tab: Tab) => tab.advance(26_000)],
])('a tab that was told nothing finds it %s', async (_when, occur) => {
  const family = await annasFamily();
  const other = await tapAndClose(family);
  other.isDeaf = true;
  occur(other);
  await expect
    .poll(() => row(other.home.view(), family.ella))
    .toMatchObject({ status: 'in', row: 'confirmed' });
});

test.each([true, false])(
  'what a closed tab had stored, but not sent, is sent by another within 2 s (live stream: %s)',
  async (hasStreams) => {
    const { phone, tab, ella, serverHousehold } = await annasFamily();
    phone.hasStreams = hasStreams;
    const other = phone.openTab();
    await quiet(tab, other);
    other.isDeaf = true;
    phone.isOnline = false;
    await tab.home.run('checkIn', ella);
    tab.kill();
    phone.isOnline = true;
    other.isDeaf = false;
    const { household, uid } = other.home.account;
    other.hearOfStored(`framme.journal.${household}.${uid}.gone`);
    other.advance(1500);
    await expect.poll(() => row(other.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
    expect(serverHousehold.visits()).toHaveLength(1);
  },
);

test('a look takes nothing from a tab that is sending, and costs no request', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  const other = phone.openTab();
  await quiet(tab, other);
  const [asked, reply] = [gate(), gate()];
  server.beforeReply = async () => {
    asked.open();
    await reply.passed;
  };
  const before = server.requests.length;
  await tab.home.run('checkIn', ella);
  await asked.passed;
  other.advance(1500);
  await new Promise((resolve) => setTimeout(resolve, 20));
  reply.open();
  await expect.poll(() => row(other.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.requests.length - before).toBe(1);
  expect(serverHousehold.visits()).toHaveLength(1);
});
