import type { Failure } from '#client/shared-visit/answers.tsx';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { backoff, MINUTE_MS } from '#domain/time.ts';
import { failureOf, look } from './link-client.ts';
import { WatchedVisit } from './link-state.ts';
import { openStream, type StreamEnd } from './stream.ts';

const POLL_MS = 20_000;
const POLLS_BEFORE_STREAM = 15;
const DEAD_EVERY_MS = 10_000;
const DEAD_FOR_MS = 5 * MINUTE_MS;

/** By stream, or by polling where a proxy buffers streams. */
export class VisitStreamClient {
  readonly #link: string;
  readonly #visit = new WatchedVisit();
  readonly subscribe = this.#visit.subscribe;
  readonly current = this.#visit.current;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop = new AbortController();
  #closeStream: (() => void) | undefined;
  #failures = 0;
  /** Streams that ended without a heartbeat since the last one. */
  #streamEnds = 0;
  #polls = 0;
  #deadSince: number | undefined;

  constructor(link: string, first: Promise<SharedVisit>) {
    this.#link = link;
    void this.#look(first);
    onScreenChange(() => this.#onScreenChange());
    addEventListener('pagehide', () => this.#pause());
    // A silent stream may be dead.
    addEventListener('online', () => isOnScreen() && !this.#visit.isOver && this.retry());
    addEventListener('offline', () => this.#visit.markOffline());
  }

  readonly accept = (visit: SharedVisit): void => {
    this.#failures = 0;
    this.#deadSince = undefined;
    this.#visit.show(visit);
  };

  /** A page that never showed a visit retries for some minutes. */
  readonly die = (): void => {
    this.#pause();
    this.#deadSince ??= performance.now();
    const isTrying = this.#link !== '' && performance.now() - this.#deadSince < DEAD_FOR_MS;
    this.#visit.showNothing(isTrying);
    const state = this.current();
    if (state.phase === 'dead' && state.isTrying) this.#after(DEAD_EVERY_MS, () => this.#look());
  };

  readonly retry = (): void => {
    this.#deadSince = undefined;
    void this.#look();
  };

  readonly markRefused = (removal: boolean): void => {
    this.#pause();
    this.#visit.refuse(removal);
  };

  #onScreenChange(): void {
    if (!isOnScreen()) this.#pause();
    else if (!this.#visit.isOver && !this.#closeStream) this.retry();
  }

  async #look(first?: Promise<SharedVisit>): Promise<void> {
    this.#pause();
    const { signal } = this.#stop;
    try {
      const visit = await (first ?? look(this.#link, false, signal));
      if (signal.aborted) return;
      this.accept(visit);
      if (!isOnScreen()) return;
      if (this.#polls > 0) this.#pollLater();
      else this.#listen();
    } catch (error) {
      if (!signal.aborted) this.#failed(failureOf(error));
    }
  }

  #listen(): void {
    this.#closeStream = openStream(this.#link, {
      onVisit: this.accept,
      onHeartbeat: (asOf) => {
        this.#streamEnds = 0;
        this.#visit.confirm(asOf);
      },
      onEnd: (reason) => this.#onStreamEnd(reason),
    });
  }

  /** Except for `dead` and `busy`, a call finds out the reason. */
  #onStreamEnd(reason: StreamEnd): void {
    this.#closeStream = undefined;
    if (reason === 'silent' || reason === 'busy') this.#polls = POLLS_BEFORE_STREAM;
    // Spreads the pages that return to a restarted server.
    const soon = this.#streamEnds === 0 ? 300 * Math.random() : waitAfter(this.#streamEnds);
    this.#streamEnds += 1;
    if (reason === 'dead') this.die();
    else if (reason === 'busy') this.#pollLater();
    else this.#after(soon, () => this.#look());
  }

  #pollLater(): void {
    this.#polls -= 1;
    this.#after(POLL_MS, () => this.#look());
  }

  #failed(failure: Failure): void {
    this.#failures += 1;
    const isWaited = this.current().phase === 'loading';
    if (failure === 'offline') this.#visit.markOffline();
    if (failure === 'dead' || failure === 'refused') this.die();
    else
      this.#after(failure === 'busy' && !isWaited ? POLL_MS : waitAfter(this.#failures), () => this.#look());
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#closeStream?.();
    this.#closeStream = undefined;
  }

  #after(ms: number, work: () => unknown): void {
    clearTimeout(this.#timer);
    if (isOnScreen()) this.#timer = setTimeout(work, ms);
  }
}

function waitAfter(failures: number): number {
  return backoff(1000, failures, POLL_MS) * (0.75 + Math.random() / 4);
}

function isOnScreen(): boolean {
  return document.visibilityState === 'visible' && !isPrerendering();
}

/** Not every browser prerenders. */
function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

/** `pageshow` covers the back-forward cache. */
function onScreenChange(listener: () => void): void {
  for (const event of ['visibilitychange', 'prerenderingchange']) document.addEventListener(event, listener);
  // The first `pageshow` follows the load, during the first call.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

/** A visit on screen this long, in ms, counts as opened. */
const SEEN_MS = 1000;

/** Once per page; previews and prerendered pages do not count. */
export function markOpened(link: string, watch: VisitStreamClient): void {
  let isTold = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = async () => {
    isTold = true;
    const told = look(link, true).then(() => true);
    isTold = await told.catch(() => false);
  };
  const check = () => {
    const isSeen = watch.current().phase === 'shown' && isOnScreen();
    if (!isSeen) {
      clearTimeout(timer);
      timer = undefined;
    } else if (!isTold) {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!isTold) void tell();
      }, SEEN_MS);
    }
  };
  watch.subscribe(check);
  onScreenChange(check);
  check();
}
