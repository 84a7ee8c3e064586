import { beforeEach, expect, test } from 'vitest';
import type { Alert } from '#domain/alerts.ts';
import { childPath, documentId, friendPath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aChild,
  aFriend,
  aSession,
  aVisit,
  END,
  largeFamily,
  minute,
  NOON,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { askFor, storeFollowing } from '#tests/support/people/stored-following.ts';
import { joinFamily } from '#tests/support/people/stored-parents.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';

const TAP = { status: 'in', of: 'first' } as const;

let store: Store;

beforeEach(async () => {
  store = await openEmptyStore();
});

/** A family with a visit, and what puts alerts about it. */
async function visited() {
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const path = visitPath(kim, newId());
  await family.save([
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
    [path, aVisit(ella, 0)],
  ]);
  const alertAt = (at: string, kind: Alert['kind'] = 'answer'): Alert => ({ about: path, kind, at });
  const put = (...alerts: Alert[]) => family.save([], { alerts });
  return { ...family, ella, path, friend: friendPath(kim, ella), child: childPath(kim), alertAt, put };
}

const take = (now: string, until = minute(60)) => store.takeAlerts(now, until, 10);

async function openDevice(uid: string, changes: { taps?: boolean; endpoint?: string } = {}) {
  const session = aSession(uid);
  await store.openSession(session);
  const keys = { p256dh: 'key', auth: 'secret', since: NOON };
  const device = { session: session.tokenHash, endpoint: newId(), ...keys, taps: false, ...changes };
  expect(await store.putPushDevice(device)).toBe('put');
  return device;
}

test('a due alert is taken once, and again if it was never settled', async () => {
  const { put, alertAt, household } = await visited();
  await put(alertAt(minute(2)));
  expect([await store.hasDueAlerts(minute(1)), await take(minute(1))]).toEqual([false, []]);
  expect(await store.hasDueAlerts(minute(2))).toBe(true);
  const taken = await take(minute(2), minute(4));
  expect(taken).toMatchObject([{ household, alert: alertAt(minute(2)), attempts: 1, lease: minute(4) }]);
  expect(await take(minute(3))).toEqual([]);
  const [again] = await take(minute(4));
  expect(again).toMatchObject({ attempts: 2 });
  if (again) await store.settleAlert(again);
  expect(await take(minute(99))).toEqual([]);
});

test('an alert takes the place of the one of its path and kind, also of one that is being sent', async () => {
  const { put, alertAt } = await visited();
  await put(alertAt(minute(1)), alertAt(minute(9), 'planned'), alertAt(minute(2)));
  const [taken] = await take(minute(5));
  expect(taken?.alert).toEqual(alertAt(minute(2)));
  await put(alertAt(minute(3)));
  if (taken) await store.settleAlert(taken, { at: minute(5), reached: [] });
  if (taken) await store.settleAlert(taken);
  expect(await take(minute(5))).toMatchObject([{ alert: alertAt(minute(3)), attempts: 1 }]);
  expect(await take(minute(9))).toMatchObject([{ alert: { kind: 'planned' } }]);
});

test('one that is put off comes again at its time, with the devices that were reached, or as its next stage, and a lease that is over settles nothing', async () => {
  const { put, alertAt } = await visited();
  await put(alertAt(minute(1)));
  const [first] = await take(minute(1), minute(2));
  const [second] = await take(minute(2), minute(4));
  if (first) await store.settleAlert(first);
  if (second) await store.settleAlert(second, { at: minute(3), reached: ['one'] });
  const [third] = await take(minute(3));
  expect(third).toMatchObject({ alert: { at: minute(1), reached: ['one'] }, attempts: 3 });
  if (third) await store.settleAlert(third, { at: minute(70), stage: 'host' });
  expect(await take(minute(70))).toMatchObject([{ alert: { at: minute(70), stage: 'host' } }]);
});

test('that a home can no longer see is queued with the end of its follow, once, for its devices', async () => {
  const { host, home, id } = await storeFollowing(store);
  const { endpoint } = await openDevice(home.account.uid);
  const { household } = home;
  const alert: Alert = { about: id, kind: 'unseen', at: NOON };
  const end = () => store.endFollower(host.household, id, { told: { home: household, alert } });
  expect(await end()).toBe(true);
  expect(await take(minute(1))).toMatchObject([{ household, alert }]);
  expect([await end(), await take(minute(1))]).toEqual([false, []]);
  const told = (kind: Alert['kind']) => store.alertContext({ household, alert: { ...alert, kind } }, NOON);
  expect(await told('unseen')).toMatchObject({ child: undefined, devices: [{ endpoint }] });
  expect(await told('followed-trip')).toBeUndefined();
});

test('an alert tells the devices of its own family, with the documents as they are', async () => {
  const { account, household, friend, child, path, alertAt, save } = await visited();
  const other = await visited();
  const { session, endpoint } = await openDevice(account.uid);
  await openDevice(other.account.uid);
  const told = (at = NOON) => store.alertContext({ household, alert: alertAt(NOON) }, at);
  const context = await told();
  expect(context).toMatchObject({
    ...{ visit: { open: true }, visitor: { name: 'Ella' }, child: { name: 'Kim' } },
    devices: [{ session, endpoint, p256dh: 'key', auth: 'secret', taps: false }],
  });
  expect(Object.keys(context?.profiles ?? {})).toEqual([`profiles/${account.uid}`]);
  expect((await told(END))?.devices).toEqual([]);
  await save([[path, undefined]]);
  expect(await told()).toMatchObject({ visit: undefined });
  const tap = { household, alert: { about: friend, kind: 'tap', at: NOON } } as const;
  expect(await store.alertContext(tap, NOON)).toMatchObject({ visitor: { name: 'Ella' } });
  await save([[child, undefined]]);
  expect(await told()).toBeUndefined();
});

test('of an alert about a tap the visit is the visitor’s latest', async () => {
  const { household, friend, path, save } = await visited();
  const latest = { op: newId(), device: newId(), visit: documentId(path) };
  await save([[friend, { ...aFriend(), status: 'in', latest }]]);
  const told = await store.alertContext({ household, alert: { about: friend, kind: 'tap', at: NOON } }, NOON);
  expect(told).toMatchObject({ visit: { open: true }, visitor: { status: 'in' } });
});

test('an alert about a tap waits only if another parent has a device that wants it', async () => {
  const family = await visited();
  const { account, household, friend } = family;
  const [bo, stranger] = [await storeFamily(store), await storeFamily(store)];
  await joinFamily(store, family, bo);
  const alertBy = (by: string): Alert => ({ about: friend, kind: 'tap', at: NOON, tap: { ...TAP, by } });
  await openDevice(account.uid, { taps: true });
  await openDevice(bo.account.uid);
  await openDevice(stranger.account.uid, { taps: true });
  await store.putTapAlert(household, alertBy(account.uid));
  expect(await store.hasDueAlerts(minute(1))).toBe(false);
  const alert = alertBy(bo.account.uid);
  await store.putTapAlert(household, alert);
  expect(await take(minute(1))).toMatchObject([{ household, alert }]);
});

test('alerts go with their household, at once also if that is purged in steps', async () => {
  const { account, household, kept, save } = await largeFamily(store);
  await openDevice(account.uid);
  const alert = { about: kept, kind: 'planned', at: minute(1) } as const;
  await save([], { alerts: [alert] });
  await store.deleteAccount(account.uid, NOON);
  expect(await store.hasDueAlerts(minute(9))).toBe(false);
  expect(await store.alertContext({ household, alert }, NOON)).toBeUndefined();
  expect(await store.purgeRemoved().then(() => take(minute(9)))).toEqual([]);
});

test('an alert about a tap waits for each home that follows with a yes, and its devices are told of the host’s visit', async () => {
  const { host, home, id } = await storeFollowing(store);
  const asking = await storeFamily(store);
  await askFor(store, host, asking);
  const { endpoint } = await openDevice(home.account.uid);
  for (const one of [host, asking]) await openDevice(one.account.uid, { taps: true });
  const tap = { ...TAP, by: host.account.uid };
  const put = (about: Alert['about']) =>
    store.putTapAlert(host.household, { about, kind: 'tap', at: NOON, tap });
  await put(friendPath(host.kim, newId()));
  expect(await store.hasDueAlerts(minute(1))).toBe(false);
  await put(host.visitor);
  const alert: Alert = { about: id, kind: 'followed', at: NOON, tap: TAP };
  const taken = await take(minute(1));
  expect(taken.map((one) => [one.household, one.alert])).toEqual([[home.household, alert]]);
  const told = ({ household }: { household: string }) => store.alertContext({ household, alert }, NOON);
  const context = await told(home);
  expect(context).toMatchObject({
    ...{ visit: { open: true }, visitor: { name: 'Ella' }, child: { name: 'Kim' } },
    ...{ following: { name: 'Ella', agreedAt: NOON }, devices: [{ endpoint }] },
  });
  expect(Object.keys(context?.profiles ?? {})).toEqual([`profiles/${home.account.uid}`]);
  expect(await told(asking)).toBeUndefined();
  await store.endFollower(home.household, id);
  expect(await told(home)).toBeUndefined();
});

test('a child who is followed at two parents, whose documents have the same paths, is told of at both', async () => {
  const { host, home, id } = await storeFollowing(store);
  const other = await storeFamily(store);
  await other.save([
    [childPath(host.kim), aChild()],
    [host.visitor, aFriend()],
  ]);
  const second = (await askFor(store, { ...other, visitor: host.visitor }, home)).id;
  await store.agreeToFollower(other.household, second, { at: NOON, name: 'Ella' }, 3);
  for (const { household } of [host, other])
    await store.putTapAlert(household, { about: host.visitor, kind: 'tap', at: NOON, tap: TAP });
  const told = [...(await take(minute(1))), ...(await take(minute(1)))];
  expect(told.map(({ alert }) => alert.about).toSorted()).toEqual([id, second].toSorted());
});

test('a device is kept by its session, and goes with it', async () => {
  const { uid } = (await storeFamily(store)).account;
  const device = await openDevice(uid, { taps: true });
  const { session, endpoint } = device;
  const stored = () => store.pushDevice(session);
  expect(await stored()).toEqual({ ...device, handedAt: null, failure: null });
  expect(await store.sessionsOf(uid, NOON)).toMatchObject([{ toldSince: NOON }]);
  await store.markPushDevice(endpoint, { failure: '403' });
  expect(await stored()).toMatchObject({ handedAt: null, failure: '403' });
  await store.markPushDevice(endpoint, { handedAt: minute(1) });
  expect(await stored()).toMatchObject({ handedAt: minute(1), failure: null });
  const chosen = { ...device, taps: false, since: minute(2) };
  await store.putPushDevice(chosen);
  expect(await stored()).toMatchObject({ taps: false, since: NOON, handedAt: minute(1) });
  await store.putPushDevice({ ...chosen, endpoint: newId() });
  expect(await stored()).toMatchObject({ since: minute(2), handedAt: null });
  await store.removePushDevice(session, 'another');
  expect(await stored()).toBeDefined();
  await store.endSession(session);
  expect(await stored()).toBeUndefined();
  expect(await store.putPushDevice(device)).toBe('no-session');
});

test('sessions that name one endpoint at once fail nowhere, and one of them has it', async () => {
  const { uid } = (await storeFamily(store)).account;
  const devices = await Promise.all([1, 2, 3, 4].map(() => openDevice(uid)));
  for (let round = 0; round < 10; round += 1) {
    const endpoint = newId();
    const put = devices.map((device) => store.putPushDevice({ ...device, endpoint }));
    expect(await Promise.all(put)).toEqual(Array(4).fill('put'));
    const kept = await Promise.all(devices.map(({ session }) => store.pushDevice(session)));
    expect(kept.filter((one) => one?.endpoint === endpoint)).toHaveLength(1);
  }
});

test('an endpoint belongs to the session that named it last', async () => {
  const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
  const first = await openDevice(mine.account.uid);
  const other = await openDevice(theirs.account.uid);
  const { endpoint } = first;
  for (const key of ['p256dh', 'auth'])
    expect(await store.putPushDevice({ ...other, endpoint, [key]: 'another' })).toBe('taken');
  await store.removePushDevice(other.session);
  expect(await store.pushDevice(first.session)).toMatchObject({ endpoint });
  const second = await openDevice(theirs.account.uid, { endpoint });
  expect(await store.pushDevice(first.session)).toBeUndefined();
  expect(await store.pushDevice(second.session)).toMatchObject({ endpoint });
  await store.removePushDevice(second.session);
  expect(await store.pushDevice(second.session)).toBeUndefined();
  const listed = (await store.sessionsOf(theirs.account.uid, NOON)).map(({ toldSince }) => toldSince);
  expect(listed).toEqual([null, null]);
});
