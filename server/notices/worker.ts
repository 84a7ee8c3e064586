import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { Repeated } from '../process/repeated.ts';
import { type QueuedNotice, StoreUnavailable } from '../store/ports/store.ts';

const POLL_MS = 1000;
const TAKEN_AT_ONCE = 50;
/** The lease on taken notices: if the process dies while sending, they can be taken again after this time. */
const LEASE_MS = 60_000;
/** Five seconds, doubled at each attempt: the tenth comes after three quarters of an hour. */
const FIRST_RETRY_MS = 5000;
const MAX_ATTEMPTS = 10;

type Deps = Pick<Dependencies, 'store' | 'channel' | 'now' | 'log'>;

/** Sends due notices through the channel, one after the other, when nudged and every second. */
export class NoticeWorker {
  readonly #deps: Deps;
  readonly #rounds: Repeated;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rounds = new Repeated(
      () => this.#work(),
      (error) => {
        if (error instanceof StoreUnavailable)
          deps.log.warn({ error }, 'the store is unavailable; notices wait');
        else deps.log.error({ error }, 'sending notices failed');
      },
    ).every(POLL_MS);
  }

  /** Looks for due notices now; called after a commit that queued some. */
  nudge(): void {
    this.#rounds.ask();
  }

  /** Resolves when no notice is being sent any more. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #work(): Promise<void> {
    while (!this.#rounds.isStopped && (await this.#sendDue()));
  }

  /** Returns true if there may be more. */
  async #sendDue(): Promise<boolean> {
    const { store, now: clock } = this.#deps;
    const now = clock();
    const due = await store.takeNotices(isoTime(now), isoTime(now + LEASE_MS), TAKEN_AT_ONCE);
    for (const queued of due) await this.#send(queued);
    return due.length > 0;
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
      const retryAt = isoTime(now() + FIRST_RETRY_MS * 2 ** (attempts - 1));
      await store.settleNotice(id, attempts < MAX_ATTEMPTS ? { retryAt } : 'dropped');
      return;
    }
    await store.settleNotice(id, { sentAt: isoTime(now()) });
  }
}
