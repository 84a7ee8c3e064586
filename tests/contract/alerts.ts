import { expect, test } from 'vitest';
import type { Alert } from '#domain/alerts.ts';
import { childPath, friendPath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { askFor, storeFollowing } from '#tests/support/people/stored-following.ts';
import { joinFamily } from '#tests/support/people/stored-parents.ts';
import { largeFamily } from './purge-removed.ts';
import { aSession, END } from './sessions.ts';

/** A family with a visit, and what puts and takes alerts about it. */
async function visited(store: Store) {
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
  return { ...family, kim, ella, path, alertAt, put };
}

const take = (store: Store, now: string, until = minute(60)) => store.takeAlerts(now, until, 10);

async function openDevice(
  store: Store,
  uid: string,
  changes: { taps?: boolean; endpoint?: string; auth?: string } = {},
) {
  const session = aSession(uid);
  await store.openSession(session);
  const { tokenHash } = session;
  const keys = { p256dh: 'key', auth: 'secret', since: NOON };
  const device = { session: tokenHash, endpoint: newId(), ...keys, taps: false, ...changes };
  expect(await store.putPushDevice(device)).toBe('put');
  return { ...device, id: session.id, uid };
}

export function alertContract(makeStore: () => Promise<Store>): void {
  queueContract(makeStore);
  toldContract(makeStore);
  followedContract(makeStore);
  deviceContract(makeStore);
}

function queueContract(makeStore: () => Promise<Store>): void {
  test('a due alert is taken once, and again if it was never settled', async () => {
    const store = await makeStore();
    const { put, alertAt, household } = await visited(store);
    await put(alertAt(minute(2)));
    expect([await store.hasDueAlerts(minute(1)), await take(store, minute(1))]).toEqual([false, []]);
    expect(await store.hasDueAlerts(minute(2))).toBe(true);
    const taken = await take(store, minute(2), minute(4));
    expect(taken).toMatchObject([{ household, alert: alertAt(minute(2)), attempts: 1, lease: minute(4) }]);
    expect(await take(store, minute(3))).toEqual([]);
    const [again] = await take(store, minute(4));
    expect(again).toMatchObject({ attempts: 2 });
    if (again) await store.settleAlert(again);
    expect(await take(store, minute(99))).toEqual([]);
  });

  test('an alert takes the place of the one of its path and kind, also of one that is being sent', async () => {
    const store = await makeStore();
    const { put, alertAt } = await visited(store);
    await put(alertAt(minute(1)), alertAt(minute(9), 'planned'), alertAt(minute(2)));
    const [taken] = await take(store, minute(5));
    expect(taken?.alert).toEqual(alertAt(minute(2)));
    await put(alertAt(minute(3)));
    if (taken) await store.settleAlert(taken, { at: minute(5), reached: [] });
    if (taken) await store.settleAlert(taken);
    expect(await take(store, minute(5))).toMatchObject([{ alert: alertAt(minute(3)), attempts: 1 }]);
    expect(await take(store, minute(9))).toMatchObject([{ alert: { kind: 'planned' } }]);
  });

  test('one that is put off comes again at its time, with the devices that were reached, and a lease that is over settles nothing', async () => {
    const store = await makeStore();
    const { put, alertAt } = await visited(store);
    await put(alertAt(minute(1)));
    const [first] = await take(store, minute(1), minute(2));
    const [second] = await take(store, minute(2), minute(4));
    if (first) await store.settleAlert(first);
    if (second) await store.settleAlert(second, { at: minute(3), reached: ['one'] });
    const [third] = await take(store, minute(3));
    expect(third).toMatchObject({ alert: { at: minute(1), reached: ['one'] }, attempts: 3 });
  });
}

function toldContract(makeStore: () => Promise<Store>): void {
  test('an alert tells the devices of its own family, with the documents as they are', async () => {
    const store = await makeStore();
    const { account, household, kim, ella, path, alertAt, save } = await visited(store);
    const other = await visited(store);
    const { taps: _taps, since: _since, ...device } = await openDevice(store, account.uid);
    await openDevice(store, other.account.uid);
    const told = () => store.told({ household, alert: alertAt(NOON) }, NOON);
    expect(await told()).toMatchObject({
      visit: { open: true },
      visitor: { name: 'Ella' },
      child: { name: 'Kim' },
      devices: [{ ...device, taps: false }],
    });
    expect(Object.keys((await told())?.profiles ?? {})).toEqual([`profiles/${account.uid}`]);
    expect((await store.told({ household, alert: alertAt(NOON) }, END))?.devices).toEqual([]);
    await save([[path, undefined]]);
    expect(await told()).toMatchObject({ visit: undefined });
    const about = friendPath(kim, ella);
    expect(await store.told({ household, alert: { about, kind: 'tap', at: NOON } }, NOON)).toMatchObject({
      visitor: { name: 'Ella' },
    });
    await save([[childPath(kim), undefined]]);
    expect(await told()).toBeUndefined();
  });

  test('of an alert about a tap the visit is the visitor’s latest', async () => {
    const store = await makeStore();
    const { household, kim, ella, path, save } = await visited(store);
    const about = friendPath(kim, ella);
    const latest = { op: newId(), device: newId(), visit: path.slice(path.lastIndexOf('/') + 1) };
    await save([[about, { ...aFriend(), status: 'in', latest }]]);
    const told = await store.told({ household, alert: { about, kind: 'tap', at: NOON } }, NOON);
    expect(told).toMatchObject({ visit: { open: true }, visitor: { status: 'in' } });
  });

  test('an alert about a tap waits only if another parent has a device that wants it', async () => {
    const store = await makeStore();
    const family = await visited(store);
    const { account, household, kim, ella } = family;
    const [bo, stranger] = [await storeFamily(store), await storeFamily(store)];
    await joinFamily(store, family, bo);
    const alertBy = (by: string): Alert => {
      const tap = { by, status: 'in', of: 'first' } as const;
      return { about: friendPath(kim, ella), kind: 'tap', at: NOON, tap };
    };
    const put = (by: string) => store.putTapAlert(household, alertBy(by));
    await openDevice(store, account.uid, { taps: true });
    await openDevice(store, bo.account.uid);
    await openDevice(store, stranger.account.uid, { taps: true });
    await put(account.uid);
    expect(await store.hasDueAlerts(minute(1))).toBe(false);
    await put(bo.account.uid);
    expect(await take(store, minute(1))).toMatchObject([{ household, alert: alertBy(bo.account.uid) }]);
  });

  test('alerts go with their household, at once also if that is purged in steps', async () => {
    const store = await makeStore();
    const { account, household, kept, save } = await largeFamily(store);
    await openDevice(store, account.uid);
    await save([], { alerts: [{ about: kept, kind: 'planned', at: minute(1) }] });
    await store.deleteAccount(account.uid, NOON);
    expect(await store.hasDueAlerts(minute(9))).toBe(false);
    expect(
      await store.told({ household, alert: { about: kept, kind: 'planned', at: NOON } }, NOON),
    ).toBeUndefined();
    expect(await store.purgeRemoved().then(() => take(store, minute(9)))).toEqual([]);
  });
}

function followedContract(makeStore: () => Promise<Store>): void {
  test('an alert about a tap waits for each home that follows with a yes, and its devices are told of the host’s visit', async () => {
    const store = await makeStore();
    const { host, home, id } = await storeFollowing(store);
    const [asking, { kim }] = [await storeFamily(store), host];
    await askFor(store, host, asking);
    const device = await openDevice(store, home.account.uid);
    for (const one of [host, asking]) await openDevice(store, one.account.uid, { taps: true });
    const tap = { status: 'in', of: 'first' } as const;
    const put = (about: Alert['about']) =>
      store.putTapAlert(host.household, {
        about,
        kind: 'tap',
        at: NOON,
        tap: { ...tap, by: host.account.uid },
      });
    await put(friendPath(kim, newId()));
    expect(await store.hasDueAlerts(minute(1))).toBe(false);
    await put(host.visitor);
    const alert: Alert = { about: id, kind: 'followed', at: NOON, tap };
    const [taken, ...more] = await take(store, minute(1));
    expect([taken?.household, taken?.alert, more]).toEqual([home.household, alert, []]);
    const told = await store.told({ household: home.household, alert }, NOON);
    expect(told).toMatchObject({
      ...{ visit: { open: true }, visitor: { name: 'Ella' }, child: { name: 'Kim' } },
      ...{ following: { name: 'Ella', agreedAt: NOON }, devices: [{ endpoint: device.endpoint }] },
    });
    expect(Object.keys(told?.profiles ?? {})).toEqual([`profiles/${home.account.uid}`]);
    expect(await store.told({ household: asking.household, alert }, NOON)).toBeUndefined();
    await store.removeFollower(home.household, id);
    expect(await store.told({ household: home.household, alert }, NOON)).toBeUndefined();
  });

  test('a child who is followed at two parents, whose documents have the same paths, is told of at both', async () => {
    const store = await makeStore();
    const { host, home, id } = await storeFollowing(store);
    const other = await storeFamily(store);
    await other.save([
      [childPath(host.kim), aChild()],
      [host.visitor, aFriend()],
    ]);
    const there = { household: other.household, visitor: host.visitor };
    const second = (await askFor(store, there, home)).id;
    await store.agreeToFollower(other.household, second, { at: NOON, name: 'Ella' }, 3);
    const tap = { status: 'in', of: 'first' } as const;
    for (const { household } of [host, other])
      await store.putTapAlert(household, { about: host.visitor, kind: 'tap', at: NOON, tap });
    const told = [...(await take(store, minute(1))), ...(await take(store, minute(1)))];
    expect(told.map(({ alert }) => alert.about).toSorted()).toEqual([id, second].toSorted());
  });
}

function deviceContract(makeStore: () => Promise<Store>): void {
  test('a device is kept by its session, and goes with it', async () => {
    const store = await makeStore();
    const { account } = await storeFamily(store);
    const { id: _id, uid: _uid, ...device } = await openDevice(store, account.uid, { taps: true });
    const { session, endpoint } = device;
    expect(await store.pushDevice(session)).toEqual({ ...device, handedAt: null, failure: null });
    expect(await store.sessionsOf(account.uid, NOON)).toMatchObject([{ toldSince: NOON }]);
    await store.markPushDevice(endpoint, { failure: '403' });
    expect(await store.pushDevice(session)).toMatchObject({ handedAt: null, failure: '403' });
    await store.markPushDevice(endpoint, { handedAt: minute(1) });
    expect(await store.pushDevice(session)).toMatchObject({ handedAt: minute(1), failure: null });
    const chosen = { ...device, taps: false, since: minute(2) };
    await store.putPushDevice(chosen);
    expect(await store.pushDevice(session)).toMatchObject({ taps: false, since: NOON, handedAt: minute(1) });
    await store.putPushDevice({ ...chosen, endpoint: newId() });
    expect(await store.pushDevice(session)).toMatchObject({ since: minute(2), handedAt: null });
    await store.removePushDevice(session, 'another');
    expect(await store.pushDevice(session)).toBeDefined();
    await store.endSession(session);
    expect(await store.pushDevice(session)).toBeUndefined();
    expect(await store.putPushDevice(device)).toBe('no-session');
  });

  test('sessions that name one endpoint at once fail nowhere, and one of them has it', async () => {
    const store = await makeStore();
    const { account } = await storeFamily(store);
    const devices = await Promise.all([1, 2, 3, 4].map(() => openDevice(store, account.uid)));
    for (let round = 0; round < 10; round += 1) {
      const endpoint = newId();
      const put = devices.map(({ id: _id, uid: _uid, ...device }) =>
        store.putPushDevice({ ...device, endpoint }),
      );
      expect(await Promise.all(put)).toEqual(Array(4).fill('put'));
      const kept = await Promise.all(devices.map(({ session }) => store.pushDevice(session)));
      expect(kept.filter((one) => one?.endpoint === endpoint)).toHaveLength(1);
    }
  });

  test('an endpoint belongs to the session that named it last', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const first = await openDevice(store, mine.account.uid);
    const { session, ...knownEndpoint } = await openDevice(store, theirs.account.uid);
    for (const key of ['p256dh', 'auth']) {
      const device = { ...knownEndpoint, session, endpoint: first.endpoint, [key]: 'another' };
      expect(await store.putPushDevice(device)).toBe('taken');
    }
    await store.removePushDevice(session);
    expect(await store.pushDevice(first.session)).toMatchObject({ endpoint: first.endpoint });
    const second = await openDevice(store, theirs.account.uid, { endpoint: first.endpoint });
    expect(await store.pushDevice(first.session)).toBeUndefined();
    expect(await store.pushDevice(second.session)).toMatchObject({ endpoint: first.endpoint });
    await store.removePushDevice(second.session);
    expect(await store.pushDevice(second.session)).toBeUndefined();
    expect(await store.sessionsOf(theirs.account.uid, NOON)).toContainEqual(
      expect.objectContaining({ toldSince: null }),
    );
  });
}
