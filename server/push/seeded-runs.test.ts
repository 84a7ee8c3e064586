import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { childPath, friendPath, visitPath } from '#domain/paths.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { aSession } from '#tests/contract/sessions.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { randomFrom } from '#tests/support/random.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { readConfig } from '../config/config.ts';
import type { Store } from '../store/ports/store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite.ts';
import { AlertWorker } from './alert-worker.ts';
import { Push } from './push.ts';

const [FAMILIES, DEVICES] = [10, 20];
const RUNS = roundsOf(1000, 60);
const SERVICE = 'push.example.org';
const KEYS = new PushBrowser().keys;
const END = '2027-01-01T00:00:00.000Z';
const silent = pino({ level: 'silent' });

/** Longer than a lease, and than most push services ask to wait. */
const STEP_MS = 2 * MINUTE_MS;

async function familyIn(store: Store) {
  const { account, household, save } = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const path = visitPath(kim, newId());
  await save([
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
  ]);
  const devices = Array.from({ length: DEVICES }, () => ({
    session: aSession(account.uid, { expiresAt: END }).tokenHash,
    endpoint: `https://${SERVICE}/${newId()}`,
  }));
  /** Signs all devices in, and has the other family answer at a time. */
  const begin = async (at: string) => {
    for (const { session, endpoint } of devices) {
      await store
        .openSession(aSession(account.uid, { tokenHash: session, expiresAt: END }))
        .catch(() => false);
      await store.putPushDevice({ session, endpoint, ...KEYS, taps: false, since: NOON });
    }
    const answer = { code: 'on-my-way', at } as const;
    await save([[path, { ...aVisit(ella, 0), answer }]], { alerts: [{ about: path, kind: 'answer', at }] });
  };
  return { household, devices, begin };
}

/** A store of a process that is killed: from then on it keeps nothing. */
function mortal(store: Store) {
  const life = { isOver: false, ended: (): void => undefined };
  let telling = 0;
  const dying =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (life.isOver) throw new Error('killed');
      return call(...args);
    };
  const hasDueAlerts = async (now: string) => {
    const isDue = !life.isOver && (await store.hasDueAlerts(now));
    if (!isDue && telling === 0) life.ended();
    return isDue;
  };
  const { markPushDevice, removePushDevice, told } = store;
  const takeAlerts: Store['takeAlerts'] = async (...given) => {
    const taken = await store.takeAlerts(...given);
    telling += taken.length;
    return taken;
  };
  const settleAlert: Store['settleAlert'] = async (...given) => {
    await store.settleAlert(...given);
    telling -= 1;
  };
  const calls = { settleAlert, markPushDevice, removePushDevice, told, takeAlerts };
  const wrapped = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      dying(call as (...args: unknown[]) => Promise<unknown>),
    ]),
  );
  return { life, store: { ...store, ...wrapped, hasDueAlerts } as Store };
}

test('whatever push services answer and whenever a server is killed, each alert reaches each living device, again only around a kill', async () => {
  const store = openSqliteStore(temporaryFolder(), (error) => {
    throw error;
  });
  onTestFinished(() => store.close());
  const config = readConfig({ PUSH_SERVICES: SERVICE });
  if (Array.isArray(config)) throw new Error(config.join());
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const families = await Promise.all(Array.from({ length: FAMILIES }, () => familyIn(store)));
  let [now, kills, again] = [Date.parse(NOON), 0, 0];
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  for (let run = 0; run < RUNS; run += 1) {
    const { devices, begin } = families[run % FAMILIES] ?? (await familyIn(store));
    await begin(isoTime(now));
    /** The replies to each device's messages, the last one for good. */
    const replies = new Map(
      devices.map(({ endpoint }) => {
        const late = Array.from({ length: pick(4) }, () => [429, 503, 0][pick(3)] ?? 0);
        return [endpoint, [...late, pick(8) === 0 ? 410 : 201]];
      }),
    );
    const reached = new Map<string, number>();
    const signedOut = new Set<string>();
    const told: string[] = [];
    let untilKill = pick(3) === 0 ? pick(3 * DEVICES) : Number.POSITIVE_INFINITY;
    let killed = 0;
    let current: ReturnType<typeof mortal> | undefined;
    fetched.mockImplementation(async (url) => {
      const endpoint = String(url);
      told.push(endpoint);
      const [status = 201, ...rest] = replies.get(endpoint) ?? [];
      if (rest.length > 0) replies.set(endpoint, rest);
      if (status === 0) throw new DOMException('late', 'TimeoutError');
      if (status === 201) reached.set(endpoint, (reached.get(endpoint) ?? 0) + 1);
      untilKill -= 1;
      if (untilKill === 0 && current) {
        current.life.isOver = true;
        killed += 1;
      }
      return new Response('', { status, headers: { 'retry-after': String(pick(90)) } });
    });
    for (let step = 0; step < 40 && (await store.hasDueAlerts(END)); step += 1) {
      const process = mortal(store);
      current = process;
      const push = new Push(
        { config, store: process.store, now: () => now, log: silent, meter: undefined },
        () => '',
      );
      const worker = new AlertWorker({ store: process.store, now: () => now, log: silent }, push);
      const idle = new Promise<void>((resolve) => (process.life.ended = resolve));
      worker.nudge();
      const watch = setInterval(() => process.life.isOver && process.life.ended(), 5);
      await idle;
      clearInterval(watch);
      await worker.stop();
      if (pick(5) === 0) {
        const gone = devices[pick(DEVICES)];
        if (gone && !signedOut.has(gone.endpoint)) {
          await store.endSession(gone.session);
          signedOut.add(gone.endpoint);
          replies.set(gone.endpoint, []);
          told.length = 0;
        }
      }
      now += STEP_MS;
      for (const endpoint of signedOut) expect(told).not.toContain(endpoint);
    }
    expect(await store.hasDueAlerts(END)).toBe(false);
    for (const { session, endpoint } of devices) {
      if (signedOut.has(endpoint)) continue;
      const times = reached.get(endpoint) ?? 0;
      const isGone = replies.get(endpoint)?.[0] === 410;
      expect([run, endpoint, isGone ? times === 0 : times >= 1]).toEqual([run, endpoint, true]);
      expect(times).toBeLessThanOrEqual(1 + killed);
      expect((await store.pushDevice(session)) === undefined).toBe(isGone);
      if (times > 1) again += 1;
    }
    kills += killed;
  }
  // The runs met what they are for.
  expect(kills).toBeGreaterThan(RUNS / 20);
  expect(again).toBeGreaterThan(0);
}, 600_000);
