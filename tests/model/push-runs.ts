import { pino } from 'pino';
import { childPath, friendPath, visitPath } from '#domain/paths.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { AlertWorker } from '#server/push/alert-worker.ts';
import { Push } from '#server/push/push.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aSession, aVisit, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { randomFrom } from '#tests/support/random.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';

const [FAMILIES, DEVICES, SERVERS] = [10, 20, 2];
const SERVICE = 'push.example.org';
const KEYS = new PushBrowser().keys;
const LAST = '2027-01-01T00:00:00.000Z';
const silent = pino({ level: 'silent' });

/** Longer than a lease, and than most push services ask to wait. */
const STEP_MS = 2 * MINUTE_MS;
/** After so many steps each alert is told or past its life. */
const STEPS = 40;
/** The reply of a push service that hangs until the server gives up. */
const HANGS = 0;

/** The result of runs. `fault`: what the first run that went wrong did; none follows it. */
export interface PushRuns {
  runs: number;
  /** Messages that were handed to a push service, and devices that got one again. */
  handed: number;
  again: number;
  kills: number;
  gone: number;
  signedOut: number;
  fault: string | undefined;
}

/**
 * Has families of 200 devices together told of an alert each run, by two servers on one store that are killed in between, through
 * push services that answer 201, 410, 429, 503 or nothing: each device that lives must be told, again only around a kill, and none
 * after it was signed out, which leaves nothing of it. Replaces `fetch` meanwhile.
 */
export async function runPush(
  store: Store,
  { runs, seed, withinMs = Number.POSITIVE_INFINITY }: { runs: number; seed: number; withinMs?: number },
): Promise<PushRuns> {
  const config = readConfig({ PUSH_SERVICES: SERVICE });
  if (Array.isArray(config)) throw new Error(config.join());
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const families = await Promise.all(Array.from({ length: FAMILIES }, () => familyIn(store)));
  const found: PushRuns = { runs: 0, handed: 0, again: 0, kills: 0, gone: 0, signedOut: 0, fault: undefined };
  const { fetch } = globalThis;
  const end = performance.now() + withinMs;
  let now = Date.parse(NOON);
  try {
    while (found.runs < runs && found.fault === undefined && performance.now() < end) {
      const family = families[found.runs % FAMILIES] ?? (await familyIn(store));
      const run = new Run({ store, config, family, pick }, now);
      globalThis.fetch = run.fetch;
      await run.messageParent();
      await run.countInto(found);
      found.runs += 1;
      now = run.now;
    }
  } finally {
    globalThis.fetch = fetch;
  }
  return found;
}

interface Device {
  session: string;
  endpoint: string;
}

interface Family {
  devices: readonly Device[];
  /** Signs all devices in, and has the other family answer at a time. */
  begin: (at: string) => Promise<void>;
}

async function familyIn(store: Store): Promise<Family> {
  const { account, save } = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const path = visitPath(kim, newId());
  await save([
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
  ]);
  const devices = Array.from({ length: DEVICES }, () => ({
    session: newId(),
    endpoint: `https://${SERVICE}/${newId()}`,
  }));
  const begin = async (at: string) => {
    for (const { session, endpoint } of devices) {
      const opened = aSession(account.uid, { tokenHash: session, expiresAt: LAST });
      if (!(await store.session(session, NOON))) await store.openSession(opened);
      await store.putPushDevice({ session, endpoint, ...KEYS, taps: false, since: NOON });
    }
    const answer = { code: 'on-my-way', at } as const;
    await save([[path, { ...aVisit(ella, 0), answer }]], { alerts: [{ about: path, kind: 'answer', at }] });
  };
  return { devices, begin };
}

interface Scene {
  store: Store;
  config: Config;
  family: Family;
  pick: (below: number) => number;
}

/** One alert of a family, until nothing is due any more. */
class Run {
  now: number;
  readonly #scene: Scene;
  /** The replies to each device's messages, the last one for good. */
  readonly #replies: Map<string, number[]>;
  readonly #reached = new Map<string, number>();
  readonly #signedOut = new Set<string>();
  readonly #untilKill: number;
  #messages = 0;
  #lives: Life[] = [];
  #kills = 0;
  #fault: string | undefined;

  constructor(scene: Scene, now: number) {
    const { family, pick } = scene;
    const repliesOf = () => [
      ...Array.from({ length: pick(4) }, () => [429, 503, HANGS][pick(3)] ?? HANGS),
      pick(8) === 0 ? 410 : 201,
    ];
    this.now = now;
    this.#scene = scene;
    this.#replies = new Map(family.devices.map(({ endpoint }) => [endpoint, repliesOf()]));
    this.#untilKill = pick(3) === 0 ? pick(3 * DEVICES) : Number.POSITIVE_INFINITY;
  }

  /** The push services of all devices. */
  readonly fetch = async (url: unknown): Promise<Response> => {
    const endpoint = String(url);
    if (this.#signedOut.has(endpoint)) this.#fault ??= 'a device was told after it was signed out';
    const [status = 201, ...rest] = this.#replies.get(endpoint) ?? [];
    if (rest.length > 0) this.#replies.set(endpoint, rest);
    if (status === HANGS) throw new DOMException('late', 'TimeoutError');
    if (status === 201) this.#reached.set(endpoint, (this.#reached.get(endpoint) ?? 0) + 1);
    this.#messages += 1;
    if (this.#messages === this.#untilKill) {
      this.#kills += 1;
      for (const life of this.#lives) life.end();
    }
    return new Response('', { status, headers: { 'retry-after': String(this.#scene.pick(90)) } });
  };

  /** Has servers send what is due, one pair after the other, and signs devices out in between. */
  async messageParent(): Promise<void> {
    const { store, family, pick } = this.#scene;
    await family.begin(isoTime(this.now));
    for (let step = 0; step < STEPS && (await store.hasDueAlerts(LAST)); step += 1) {
      await this.#runServers();
      const leaving = family.devices[pick(5 * DEVICES)];
      if (leaving) {
        await store.endSession(leaving.session);
        this.#signedOut.add(leaving.endpoint);
      }
      this.now += STEP_MS;
    }
  }

  /** Starts servers at once. Resolves once each has nothing to do, or was killed. */
  async #runServers(): Promise<void> {
    const { store, config } = this.#scene;
    const now = () => this.now;
    this.#lives = Array.from({ length: SERVERS }, () => new Life());
    const workers = this.#lives.map((life) => {
      const own = life.of(store);
      const push = new Push({ config, store: own, now, log: silent } as never, () => '');
      return new AlertWorker({ store: own, now, log: silent } as never, push);
    });
    for (const worker of workers) worker.wake();
    await Promise.all(this.#lives.map(({ over }) => over));
    await Promise.all(workers.map((worker) => worker.stop()));
  }

  /** Adds what happened, and the first thing that should not have. */
  async countInto(found: PushRuns): Promise<void> {
    const { store, family } = this.#scene;
    if (await store.hasDueAlerts(LAST)) this.#fault ??= 'an alert was never settled';
    for (const { session, endpoint } of family.devices) {
      const isKept = (await store.pushDevice(session)) !== undefined;
      if (this.#signedOut.has(endpoint)) {
        if (isKept) this.#fault ??= 'a device outlived its session';
        continue;
      }
      const times = this.#reached.get(endpoint) ?? 0;
      const isGone = this.#replies.get(endpoint)?.[0] === 410;
      if (!isGone && times === 0) this.#fault ??= 'a living device was never told';
      if (times > 1 + this.#kills) this.#fault ??= 'a device was told again without a kill';
      if (isKept === isGone) this.#fault ??= isGone ? 'a device that is gone was kept' : 'a device was lost';
      found.handed += times;
      found.again += Number(times > 1);
      found.gone += Number(isGone);
    }
    found.kills += this.#kills;
    found.signedOut += this.#signedOut.size;
    found.fault ??= this.#fault;
  }
}

/** The life of a server's process: from its end on the store does nothing for it. */
class Life {
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  #telling = 0;

  /** Resolves once it has nothing to do, or has ended. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  end(): void {
    this.#isOver = true;
    this.#over.resolve();
  }

  of(store: Store): Store {
    const { markPushDevice, removePushDevice, alertContext: told, attempt } = store;
    const own: Partial<Store> = {
      markPushDevice: this.#dying(markPushDevice),
      removePushDevice: this.#dying(removePushDevice),
      alertContext: this.#dying(told),
      attempt: this.#dying(attempt),
      hasDueAlerts: async (now) => this.#look(!this.#isOver && (await store.hasDueAlerts(now))),
      takeAlerts: this.#dying(async (...given) => {
        const taken = await store.takeAlerts(...given);
        this.#telling += taken.length;
        this.#look(taken.length > 0);
        return taken;
      }),
      settleAlert: this.#dying(async (...given) => {
        await store.settleAlert(...given);
        this.#telling -= 1;
      }),
    };
    return { ...store, ...own };
  }

  /** Ends the wait for a server that found nothing, or nothing that no other one has taken, and is telling nobody. */
  #look(isFound: boolean): boolean {
    if (!isFound && this.#telling === 0) this.#over.resolve();
    return isFound;
  }

  #dying<A extends unknown[], T>(call: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
    return async (...given) => {
      if (this.#isOver) throw new Error('killed');
      return call(...given);
    };
  }
}
