import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { backoff, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { notifyFamily } from '../following/notify-family.ts';
import { isShared } from '../following/visibility.ts';
import { QueueWorker } from '../process/queue-worker.ts';
import type { QueuedNotice } from '../store/ports/store.ts';

const TAKEN_AT_ONCE = 50;
/** Doubled at each attempt: the tenth comes after three quarters of an hour. */
const FIRST_RETRY_MS = 5000;
const MAX_ATTEMPTS = 10;

export class NoticeWorker extends QueueWorker<QueuedNotice> {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
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
    // Sending others takes time; the account may have been deleted meanwhile.
    if (!(await store.isNoticePending(id))) return;
    try {
      await channel(queued);
    } catch (error) {
      log.warn({ notice: id, attempts, error }, 'a notice could not be sent');
      const retryAt = isoTime(now() + backoff(FIRST_RETRY_MS, attempts));
      await store.settleNotice(id, attempts < MAX_ATTEMPTS ? { retryAt } : 'dropped');
      return;
    }
    await this.#alert(queued);
    await store.settleNotice(id, { sentAt: isoTime(now()) });
  }

  /** A home whose follow needs reconfirmation, or is refused, may not even learn that somebody taps. */
  async #sees(home: Id, host: Id, visitor: Path): Promise<boolean> {
    const rows = await this.#deps.store.followsOf(home);
    const row = rows.find((one) => one.host === host && one.visitor === visitor);
    return row?.seen !== undefined && isShared(this.#deps, row, row.seen.visitor);
  }

  /** Only queues push alerts, so a slow push service cannot delay notices. */
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
      if (await this.#sees(home, household, visitor)) await notifyFamily(this.#deps, home);
  }
}
