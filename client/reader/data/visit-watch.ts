import type { Failure } from '#client/shown-visit/give-answer.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { failureOf, look } from './calls.ts';
import { openStream, type StreamEnd } from './stream.ts';
import { WatchedVisit } from './watched.ts';

const POLL_MS = 20_000;
/** After so many polls, a stream is tried again. */
const POLLS_BEFORE_STREAM = 15;
const DEAD_EVERY_MS = 10_000;
const DEAD_FOR_MS = 5 * MINUTE_MS;

/** Follows one visit as long as the page is on screen: by a stream, or by asking where none comes through. */
export class VisitWatch {
  readonly #link: string;
  readonly #visit = new WatchedVisit();
  readonly subscribe = this.#visit.subscribe;
  readonly current = this.#visit.current;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop = new AbortController();
  #closeStream: (() => void) | undefined;
  #failures = 0;
  /** Streams that ended since the last one that held. */
  #streamEnds = 0;
  /** Polls that are left before a stream is tried. */
  #polls = 0;
  #deadSince: number | undefined;

  /** `first`: the look that was asked for before this code was loaded. */
  constructor(link: string, first: Promise<ShownVisit>) {
    this.#link = link;
    void this.#look(first);
    onScreenChange(() => this.#onScreenChange());
    addEventListener('pagehide', () => this.#pause());
    // A stream that says nothing of it may be dead.
    addEventListener('online', () => isOnScreen() && !this.#visit.isOver && this.retry());
    addEventListener('offline', () => this.#visit.markOffline());
  }

  /** Takes over what the server replied. */
  readonly accept = (visit: ShownVisit): void => {
    this.#failures = 0;
    this.#deadSince = undefined;
    this.#visit.show(visit);
  };

  /** The link shows nothing any more; a page that never showed anything looks again for some minutes. */
  readonly die = (): void => {
    this.#pause();
    this.#deadSince ??= performance.now();
    const isTrying = this.#link !== '' && performance.now() - this.#deadSince < DEAD_FOR_MS;
    this.#visit.showNothing(isTrying);
    const state = this.current();
    if (state.phase === 'dead' && state.isTrying) this.#after(DEAD_EVERY_MS, () => this.#look());
  };

  /** Looks at once, and gives a dead link its minutes anew. */
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

  async #look(first?: Promise<ShownVisit>): Promise<void> {
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

  /** A look tells what the end of a stream means. */
  #onStreamEnd(reason: StreamEnd): void {
    this.#closeStream = undefined;
    if (reason === 'silent' || reason === 'busy') this.#polls = POLLS_BEFORE_STREAM;
    // Not all pages return to a restarted server at once.
    const soon = this.#streamEnds === 0 ? 300 * Math.random() : backoff(this.#streamEnds);
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
    else this.#after(failure === 'busy' && !isWaited ? POLL_MS : backoff(this.#failures), () => this.#look());
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#closeStream?.();
    this.#closeStream = undefined;
  }

  /** A hidden page asks nothing; coming back, it looks at once. */
  #after(ms: number, work: () => unknown): void {
    clearTimeout(this.#timer);
    if (isOnScreen()) this.#timer = setTimeout(work, ms);
  }
}

/** Doubles from one second, with jitter; in ms. */
function backoff(failures: number): number {
  return Math.min(POLL_MS, 500 * 2 ** failures) * (0.75 + Math.random() / 4);
}

/** True if somebody can see the page: it is neither hidden nor drawn in advance. */
function isOnScreen(): boolean {
  return document.visibilityState === 'visible' && !isPrerendering();
}

/** Only some browsers draw pages in advance. */
function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

/** Calls back as the page comes on screen or leaves it, also through the browser's back and forward. */
function onScreenChange(listener: () => void): void {
  for (const event of ['visibilitychange', 'prerenderingchange']) document.addEventListener(event, listener);
  // The first one comes with the end of the load, when the first look may be under way.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

/** A visit that stood on a screen for so long, in ms, was opened by somebody. */
const SEEN_MS = 1000;

/** Tells the server once that somebody has opened the page; a preview or a page drawn in advance does not count. */
export function markOpened(link: string, watch: VisitWatch): void {
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
