import { setTimeout as pause } from 'node:timers/promises';
import type { Friend, Visit } from '#domain/documents.ts';
import { friendPath, type VisitorRef, visitPath } from '#domain/paths.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { followsOf, householdOf } from '#tests/support/people/following-families.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { type Families, familiesOn } from '../load/trip-families.ts';
import { openTripServer, type TripServer } from '../load/trip-server.ts';
import { TripStory } from '../load/trip-story.ts';
import { type Edit, readEdits } from '../mutations/mutation.ts';
import { patchedServer, runControls } from '../patched-server.ts';

const TAPS_OF_ROUND = 8;
const LONGEST_PAUSE_MS = 40;
const LOOKS_APART_MS = 10;
/** After so long without a tap the follower sees the last one. */
const QUIET_MS = 2000;

/** A control each: a state that no tap said, one that is late, one after the end; then of trips. */
const CONTROLS: Record<string, readonly Edit[]> = {
  'the time of the look in place of the arrival': readEdits(`
@ server/following/follows.ts
- return toSharedVisit(visit, people, false, isoTime(now));
+ const shown = toSharedVisit(visit, people, false, isoTime(now));
+ return { ...shown, arrived: { at: shown.asOf, zone: 'UTC' } };
`),
  'the first look kept': readEdits(`
@ server/following/following-handlers.ts
- const rows = await followsNow(context, household);
+ const fresh = await followsNow(context, household);
+ const kept = (globalThis as { kept?: Map<string, typeof fresh> }).kept ??= new Map();
+ const rows = kept.getOrInsert(JSON.stringify(fresh.map(({ id, agreedAt }) => [id, agreedAt])), fresh);
`),
  'an end that ends nothing': readEdits(`
@ server/following/following-handlers.ts
- if (!(await store.endFollower(household, id, { told })) || !row)
+ if (!row)
`),
  'an alert of a trip that is not judged anew': readEdits(`
@ server/push/trip-alerts.ts
- return isTripOpen(trip, { now: deps.now(), isLatest, isFollowed: isSeen }) ? trip : undefined;
+ return trip;
`),
  'a thanks that reopens a trip': readEdits(`
@ domain/links/link-holder.ts
- return { visit: { ...visit, answer: { code, at,
+ return { visit: { ...visit, ...(visit.trip && { trip: { ...visit.trip, over: undefined } }), answer: { code, at,
`),
  'a paused follow that still shows': readEdits(`
@ server/following/visibility.ts
- if (row.agreedAt === null || needsReconfirm(deps, row, visitor) || refusesLinks(visitor)) return false;
+ if (row.agreedAt === null) return false;
`),
};

/** Figure 31: a home follows a child of a family with two phones, through kills of the server. */
export const followedFamilies: Figure = {
  number: 31,
  title: 'following, and trips: two families, four phones, one of them offline at times, and a killed server',
  aim: `300 rounds: a follower never sees a state that no tap said, sees the last one ${QUIET_MS / 1000} s after it, and nothing after the end; each side sees of trips what was pressed, each late one notifies each device once, again only around a kill, and none that is over does`,
  long: { rounds: 300, withinMs: 1_200_000 },
  short: { rounds: 8, withinMs: 30_000 },
  run: followRounds,
  control: {
    what: Object.keys(CONTROLS).join(', or '),
    rounds: 30,
    patch: Object.values(CONTROLS).flat(),
    run: (scale) => runControls(CONTROLS, (edits) => followRounds(scale, patchedServer(edits))),
  },
};

interface Found {
  looks: number;
  taps: number;
  kills: number;
  told: number;
  fault: string | undefined;
}

/** The first half on SQLite, the other one on PostgreSQL. */
async function followRounds(scale: Scale, entry: string): Promise<Finding> {
  const found: Found = { looks: 0, taps: 0, kills: 0, told: 0, fault: undefined };
  let measured = 0;
  for (const onPostgres of [false, true]) {
    const place = await openTripServer({ entry, onPostgres });
    const round = async (index: number) => {
      const random = rngOf(scale.seed + measured + index);
      const scene = { place, families: await familiesOn(place), random, found };
      await new Round(scene).run(`Vän${index}`);
      if (found.fault === undefined) await tripRound(scene);
    };
    const part = { ...scale, rounds: Math.ceil((scale.rounds - measured) / (onPostgres ? 1 : 2)) };
    measured += await rounds(part, round, () => found.fault !== undefined).finally(place.close);
  }
  const { looks, taps, kills, told, fault } = found;
  return {
    rounds: measured,
    found:
      fault ??
      `${looks} looks at ${taps} taps and ${kills} kills: 0 states that no tap said, 0 late, 0 after the end; ${told} notifications of trips: 0 missing, 0 of one that was over, 0 again without a kill`,
    holds: fault === undefined && [looks, taps, kills, told].every((count) => count > 0),
  };
}

async function tripRound({ place, families, random, found }: Scene): Promise<void> {
  const story = new TripStory(place, families, await families.follow('Ella'), random);
  await story.run();
  found.kills += story.kills;
  found.told += story.told;
  found.fault ??= story.fault;
}

/** One phone's taps, in order, each sent again until it is answered. */
class Taps {
  readonly phone: HouseholdOnPhone;
  isOffline = false;
  readonly #waiting: Op[] = [];

  constructor(phone: HouseholdOnPhone) {
    this.phone = phone;
  }

  tap(name: 'checkIn' | 'checkOut', ref: VisitorRef): void {
    this.#waiting.push(this.phone.op(name, ref));
  }

  /** Sends what waits; what gets no answer waits on. */
  async send(): Promise<void> {
    while (!this.isOffline && this.#waiting.length > 0) {
      const reply = await this.phone.trySync({ ops: this.#waiting.slice(0, 3) }).catch(() => undefined);
      if (reply?.status !== 200) return;
      this.#waiting.splice(0, 3);
    }
  }

  async sendAll(): Promise<void> {
    this.isOffline = false;
    while (this.#waiting.length > 0) {
      await this.send();
      if (this.#waiting.length > 0) await pause(LOOKS_APART_MS);
    }
  }
}

interface Scene {
  place: TripServer;
  families: Families;
  random: () => number;
  found: Found;
}

/** Taps of the host about one friend, while the home looks. */
class Round {
  readonly #scene: Scene;
  readonly #phones: readonly Taps[];
  /** The states that a look showed, as text. */
  readonly #seen = new Set<string>();
  #isOver = false;
  #hasEnded = false;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#phones = scene.families.host.map((phone) => new Taps(phone));
  }

  async run(name: string): Promise<void> {
    const { families, found } = this.#scene;
    const { ref, id } = await families.follow(name);
    const looking = this.#look(id);
    await this.#tap(ref);
    for (const taps of this.#phones) await taps.sendAll();
    this.#isOver = true;
    await looking;
    await this.#expectSaid(ref);
    await this.#expectLast(ref, id);
    await this.#end(id);
    found.fault ??= this.#hasEnded ? undefined : 'the following could not be ended';
  }

  async #tap(ref: VisitorRef): Promise<void> {
    const { place, random, found } = this.#scene;
    const killAt = random() < 0.4 ? Math.floor(random() * TAPS_OF_ROUND) : -1;
    for (let tap = 0; tap < TAPS_OF_ROUND; tap += 1) {
      const taps = this.#phones[random() < 0.5 ? 0 : 1];
      if (!taps) continue;
      taps.isOffline = random() < 0.3;
      place.pass(1000);
      taps.tap(random() < 0.5 ? 'checkOut' : 'checkIn', ref);
      found.taps += 1;
      const sending = Promise.all(this.#phones.map((one) => one.send()));
      if (tap === killAt) {
        await pause(random() * LONGEST_PAUSE_MS);
        await place.server.kill();
        found.kills += 1;
        await sending;
        await place.server.restart();
      }
      await sending;
      await pause(random() * LONGEST_PAUSE_MS);
    }
  }

  /** Looks until the round is over; a look without an answer is no look. */
  async #look(id: string): Promise<void> {
    const { families, found } = this.#scene;
    while (!this.#isOver) {
      const following = await lookAt(families.home[0], id).catch(() => undefined);
      if (following) found.looks += 1;
      if (following?.visit) this.#seen.add(stateOf(following.visit));
      await pause(LOOKS_APART_MS);
    }
  }

  async #expectLast(ref: VisitorRef, id: string): Promise<void> {
    const { families, found } = this.#scene;
    const documents = await families.host[0].documents();
    const { latest } = documents.get(friendPath(ref.child, ref.visitor)) as Friend;
    const visit = documents.get(visitPath(ref.child, latest?.visit ?? '')) as Visit | undefined;
    const last = visit ? stateOf(visit) : '';
    const end = performance.now() + QUIET_MS;
    let seen = '';
    while (performance.now() < end && seen !== last) {
      const following = await lookAt(families.home[0], id).catch(() => undefined);
      seen = following?.visit ? stateOf(following.visit) : '';
    }
    if (seen !== last) found.fault ??= `the follower saw ${seen || 'nothing'} ${QUIET_MS} ms after ${last}`;
  }

  /** Every moment that was seen is one that a tap said, and nobody who had left was seen here. */
  async #expectSaid(ref: VisitorRef): Promise<void> {
    const { families, found } = this.#scene;
    const said = new Set(['arrived -', 'left -']);
    for (const document of (await families.host[0].documents()).values()) {
      if (!('arrived' in document || 'left' in document) || document.visitor.id !== ref.visitor) continue;
      said.add(`arrived ${document.arrived?.at}`).add(`left ${document.left?.at}`);
    }
    for (const state of this.#seen) {
      const [presence, arrived, left] = state.split(' ');
      const isSaid = said.has(`arrived ${arrived}`) && said.has(`left ${left}`);
      if (!isSaid || (presence === 'open' && left !== '-'))
        found.fault ??= `the follower saw ${state}, which no tap said`;
    }
  }

  async #end(id: string): Promise<void> {
    const { families, random, found } = this.#scene;
    const by = random() < 0.5 ? families.home[0] : families.host[0];
    await done(by, 'endFollowing', { ...householdOf(by), id });
    this.#hasEnded = true;
    if (await lookAt(families.home[0], id)) found.fault ??= 'the follower saw the child after the end';
  }
}

async function lookAt(home: HouseholdOnPhone, id: string): Promise<Follow | undefined> {
  return (await followsOf(home)).find((one) => one.id === id);
}

/** An open visit, or a closed one, with its times. */
function stateOf({ open, arrived, left }: Pick<Visit, 'open' | 'arrived' | 'left'> | SharedVisit): string {
  return `${open ? 'open' : 'closed'} ${arrived?.at ?? '-'} ${left?.at ?? '-'}`;
}
