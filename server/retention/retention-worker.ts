import type { Logger } from 'pino';
import type { Id } from '#domain/ids.ts';
import { QUESTION_DAYS } from '#domain/limits.ts';
import { DAY_MS, HOUR_MS, isoTime, OFFLINE_DAYS } from '#domain/time.ts';
import { CoalescedTask } from '../process/coalesced-task.ts';
import { keepsLog } from '../sync/after-restore/apply-after-restore.ts';
import { type ExpiryDeps, expireVisits, expireVisitsOf, FailedHouseholds } from './expire-visits.ts';
import { stripOldLinks } from './strip-links.ts';

/** In ms; a step takes about as long. */
const STEP_PAUSE_MS = 10;

const pause = () => new Promise((resolve) => setTimeout(resolve, STEP_PAUSE_MS));

const PAUSE_MS = 30_000;
const HOUSEHOLDS_AT_ONCE = 25;

interface Deps extends ExpiryDeps {
  log: Logger;
}

/** About once a day per household; several instances may run at once. */
export class RetentionWorker {
  readonly #deps: Deps;
  readonly #rounds: CoalescedTask;
  readonly #urgent = new Set<Id>();
  #after: Id | undefined;
  /** Null while no pass is under way. */
  #outcomesAfter: Id | undefined | null = null;
  #restsUntil = 0;
  #isScrubWanted = false;
  #scrubsFrom = 0;
  /** The store's log may hold deleted data. */
  #isLogStale = false;
  #purging: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = { failures: new FailedHouseholds(deps), ...deps };
    this.#rounds = new CoalescedTask(
      () => this.#work(),
      (error) => {
        this.#warn(error);
        if (this.#urgent.size > 0) this.#rounds.run();
      },
    ).every(PAUSE_MS);
  }

  expireNow(household: Id): void {
    this.#urgent.add(household);
    this.#rounds.run();
  }

  /** Erases what removed children and accounts left; a later round continues after a failure or restart. */
  purgeNow(): void {
    this.#purge().catch((error) => this.#warn(error));
  }

  /** For data that must not remain in the store's files; truncates its log within a minute. */
  scrubSoon(): void {
    this.#isScrubWanted = true;
    this.#isLogStale = true;
  }

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

  async #purgeInSteps(): Promise<void> {
    while (!this.#rounds.isStopped && (await this.#deps.store.purgeRemoved())) {
      // The log may hold names that later steps delete.
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
    // Once a day, for documents that parents removed themselves.
    this.#isScrubWanted = true;
  }

  /** Resolves to true after the last household. */
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

/** Longer than phones resend a tap by themselves, so that none is applied twice. */
const OUTCOME_DAYS = OFFLINE_DAYS + 30;

/** Some seconds of steps; urgent work gets its turn in between. */
const MOST_STEPS = 500;

/** Resolves to the next mark, null after the last step. */
export async function expireOutcomes(
  { store, now }: ExpiryDeps,
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

/** Ends follows that stayed unanswered, were refused a day ago, or lost their visitor, and what was said of ways. */
async function expireFollowers({ store, now }: Deps, isStopped: () => boolean): Promise<void> {
  const before = { asked: isoTime(now() - QUESTION_DAYS * DAY_MS), over: isoTime(now() - DAY_MS) };
  let last = await store.purgeFollowers(undefined, before);
  while (last !== null && !isStopped()) {
    await pause();
    last = await store.purgeFollowers(last, before);
  }
}
