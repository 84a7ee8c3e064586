import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { isShared } from '../following/look.ts';
import { tellFamily } from '../following/tell-family.ts';
import { backOff, QueueWorker } from '../process/queue-worker.ts';
import type { QueuedNotice } from '../store/ports/store.ts';

const TAKEN_AT_ONCE = 50;
/** Doubled at each attempt: the tenth comes after three quarters of an hour. */
const FIRST_RETRY_MS = 5000;
const MAX_ATTEMPTS = 10;

type Deps = Pick<Dependencies, 'config' | 'store' | 'channel' | 'now' | 'log' | 'isNumberRefused'>;

/** Sends due notices through the channel, one after the other. */
export class NoticeWorker extends QueueWorker<QueuedNotice> {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    super(
      {
        what: 'notices',
        leaseMs: MINUTE_MS,
        take: (now, until) => deps.store.takeNotices(now, until, TAKEN_AT_ONCE),
        send: async (due) => {
          for (const queued of due) await this.#send(queued);
        },
      },
      deps,
    );
    this.#deps = deps;
  }

  async #send(queued: QueuedNotice): Promise<void> {
    const { store, channel, now, log } = this.#deps;
    const { id, attempts } = queued;
    // The notices before it may have taken long, and its account may have been deleted meanwhile.
    if (!(await store.isNoticePending(id))) return;
    try {
      await channel(queued);
    } catch (error) {
      log.warn({ notice: id, attempts, error }, 'a notice could not be sent');
      const retryAt = isoTime(now() + backOff(FIRST_RETRY_MS, attempts));
      await store.settleNotice(id, attempts < MAX_ATTEMPTS ? { retryAt } : 'dropped');
      return;
    }
    await this.#alert(queued);
    await store.settleNotice(id, { sentAt: isoTime(now()) });
  }

  /** False of a following that is paused or refused: such a home may not even learn when somebody taps. */
  async #sees(home: Id, host: Id, visitor: Path): Promise<boolean> {
    const rows = await this.#deps.store.followedBy(home);
    const row = rows.find((one) => one.host === host && one.visitor === visitor);
    return row?.seen !== undefined && isShared(this.#deps, row, row.seen.visitor);
  }

  /** Tells the other parents and followers too by alerts alone: no push service can hold up a notice. */
  async #alert({ household, notice, isCorrection }: QueuedNotice): Promise<void> {
    const { store, config, now } = this.#deps;
    const { visitor, by, kind, status } = notice;
    if (visitor === undefined || by === undefined) return;
    const of = kind === 'taken-back' ? kind : isCorrection ? 'corrected' : 'first';
    const alert = { about: visitor, kind: 'tap', at: isoTime(now()), tap: { by, status, of } } as const;
    const homes =
      config.pushServices.length > 0
        ? await store.putTapAlert(household, alert)
        : (await store.followersOf(household)).flatMap((row) =>
            row.visitor === visitor && row.agreedAt !== null ? [row.home] : [],
          );
    for (const home of homes)
      if (await this.#sees(home, household, visitor)) await tellFamily(this.#deps, home);
  }
}
