import type { Id } from '#domain/ids.ts';
import { QUESTION_DAYS } from '#domain/limits.ts';
import { DAY_MS, HOUR_MS, isoTime, OFFLINE_DAYS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { Repeated } from '../process/repeated.ts';
import { keepsLog } from '../sync/restore-log.ts';
import { type ExpiryDeps, expireVisits, expireVisitsOf } from './expire-visits.ts';
import { FailedHouseholds } from './failed-households.ts';
import { stripOldLinks } from './strip-links.ts';

/** The pause between two steps, in ms; a step takes about as long, so that taps get as much time. */
const STEP_PAUSE_MS = 10;

const pause = () => new Promise((resolve) => setTimeout(resolve, STEP_PAUSE_MS));

const PAUSE_MS = 30_000;
const HOUSEHOLDS_AT_ONCE = 25;

type Deps = ExpiryDeps & Pick<Dependencies, 'log'>;

/**
 * Removes visits past their retention time and purges old tombstones, outcomes and followings: a few households at a time,
 * each about once a day. Strips links from their visits when their time is over. Several instances may run at once.
 */
export class RetentionWorker {
  readonly #deps: Deps;
  readonly #rounds: Repeated;
  readonly #urgent = new Set<Id>();
  #after: Id | undefined;
  /** The mark of the walk through the outcomes; null while there is none. */
  #outcomesAfter: Id | undefined | null = null;
  #restsUntil = 0;
  #isScrubWanted = false;
  #scrubsFrom = 0;
  /** The store's log may hold what was deleted. */
  #isLogStale = false;
  #purging: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = { failures: new FailedHouseholds(deps), ...deps };
    this.#rounds = new Repeated(
      () => this.#work(),
      (error) => {
        this.#warn(error);
        if (this.#urgent.size > 0) this.#rounds.ask();
      },
    ).every(PAUSE_MS);
  }

  /** Removes a household's expired visits now, as after a parent chose another retention time. */
  expireNow(household: Id): void {
    this.#urgent.add(household);
    this.#rounds.ask();
  }

  /** Purges what removed children and a deleted account left; a later round goes on after a failure or a restart. */
  purgeNow(): void {
    this.#purge().catch((error) => this.#warn(error));
  }

  /** Schedules a scrub, after data was deleted that must not remain in the store's files; its log is truncated within a minute. */
  scrubSoon(): void {
    this.#isScrubWanted = true;
    this.#isLogStale = true;
  }

  /** Resolves when the current round has ended; no other follows. */
  async stop(): Promise<void> {
    this.#urgent.clear();
    await this.#rounds.stop();
    await this.#purging?.catch(() => undefined);
  }

  #warn(error: unknown): void {
    this.#deps.log.warn({ error }, 'the purge failed, and will be retried');
  }

  #purge(): Promise<void> {
    this.#purging ??= this.#purgeInSteps().finally(() => {
      this.#purging = undefined;
    });
    return this.#purging;
  }

  /** Leaves taps as much time as it takes. */
  async #purgeInSteps(): Promise<void> {
    while (!this.#rounds.isStopped && (await this.#deps.store.purgeRemoved())) {
      // A page in the log may hold names that a later step deletes: it goes after the last one.
      this.scrubSoon();
      await pause();
    }
  }

  async #work(): Promise<void> {
    await this.#purge();
    for (const household of this.#urgent) {
      this.#urgent.delete(household);
      this.#isScrubWanted = (await expireVisitsOf(this.#deps, household)) || this.#isScrubWanted;
    }
    while (!this.#rounds.isStopped && (await stripOldLinks(this.#deps))) await pause();
    const { store, now } = this.#deps;
    if (!keepsLog(store.restored(), now()))
      while (!this.#rounds.isStopped && (await store.purgeRestoreLog())) await pause();
    if (now() >= this.#restsUntil) await this.#expireNext();
    if (this.#isScrubWanted && this.#deps.now() >= this.#scrubsFrom) await this.#scrub();
    if (this.#isLogStale) await this.#truncateLog();
  }

  /** A purge that deletes meanwhile makes the log stale again. */
  async #truncateLog(): Promise<void> {
    this.#isLogStale = false;
    if (!(await this.#deps.store.truncateLog())) this.#isLogStale = true;
  }

  async #expireNext(): Promise<void> {
    if (this.#outcomesAfter === null && !(await this.#processNextHouseholds())) return;
    const after = this.#outcomesAfter ?? undefined;
    this.#outcomesAfter = await expireOutcomes(this.#deps, after, () => this.#rounds.isStopped);
    if (this.#outcomesAfter !== null) return;
    await expireFollowers(this.#deps, () => this.#rounds.isStopped);
    this.#restsUntil = this.#deps.now() + DAY_MS;
    // Documents that parents removed themselves are scrubbed with it, once a day.
    this.#isScrubWanted = true;
  }

  /** Returns true after the last household. */
  async #processNextHouseholds(): Promise<boolean> {
    const { store, now } = this.#deps;
    this.#isScrubWanted =
      (await expireVisits(this.#deps, this.#after, HOUSEHOLDS_AT_ONCE)) || this.#isScrubWanted;
    const before = isoTime(now() - OFFLINE_DAYS * DAY_MS);
    const last = await store.purgeTombstones(this.#after, before, HOUSEHOLDS_AT_ONCE);
    this.#after = last ?? undefined;
    return last === null;
  }

  async #scrub(): Promise<void> {
    await this.#deps.store.scrub();
    this.#isScrubWanted = false;
    this.#scrubsFrom = this.#deps.now() + HOUR_MS;
  }
}

/** Longer than a phone resends a tap by itself, so that a resent tap is never applied twice. */
const OUTCOME_DAYS = OFFLINE_DAYS + 30;

/** Steps at once, some seconds: what parents wait for, and the log of what was deleted, come in between. */
const MOST_STEPS = 500;

/**
 * Deletes the outcomes that no phone asks for any more, in steps, after a mark. Returns the mark after which to go on, or null
 * after the last step.
 */
export async function expireOutcomes(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  after: Id | undefined,
  isStopped: () => boolean,
): Promise<Id | undefined | null> {
  const before = isoTime(now() - OUTCOME_DAYS * DAY_MS);
  let last: Id | undefined | null = after;
  for (let steps = 0; steps < MOST_STEPS && !isStopped() && last !== null; steps += 1) {
    last = await store.purgeOutcomes(last, before);
    if (last !== null) await pause();
  }
  return last;
}

/** Ends the followings that nobody answered for so long, that were refused a day ago, or whose friend or guest is gone, in steps. */
async function expireFollowers(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  isStopped: () => boolean,
): Promise<void> {
  const before = { asked: isoTime(now() - QUESTION_DAYS * DAY_MS), refused: isoTime(now() - DAY_MS) };
  let last = await store.purgeFollowers(undefined, before);
  while (last !== null && !isStopped()) {
    await pause();
    last = await store.purgeFollowers(last, before);
  }
}
