import type { Household } from '#client/data/port.ts';
import { Listeners } from '#client/lib/listeners.ts';
import { type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { MINUTE_MS } from '#domain/time.ts';

/** The interval while a page that needs it is visible, in ms. */
const POLL_MS = 3 * MINUTE_MS;

const NOBODY: readonly Follower[] = [];

/**
 * Knows who follows a friend or guest of a household, or asks to, as long as a page needs it: asked at the start, when the page
 * or the network is back, as the server has news, and now and then. Kept in memory alone; what was known last stays without a network.
 */
export class FollowersWatch {
  readonly #household: Pick<Household, 'subscribe' | 'view'>;
  readonly #ask: () => Promise<readonly Follower[]>;
  readonly #listeners = new Listeners();
  #needs = 0;
  #stop = () => {};
  #known: readonly Follower[] = NOBODY;
  readonly #ofVisitor = new Map<string, readonly Follower[]>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #isReachable = false;
  #newsAt: string | undefined;
  #changes = 0;

  /** `ask` rejects if the server tells nothing. */
  constructor(household: Pick<Household, 'subscribe' | 'view'>, ask: () => Promise<readonly Follower[]>) {
    this.#household = household;
    this.#ask = ask;
  }

  /** Watches as long as somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#listeners.add(listener);
    this.#needs += 1;
    if (this.#needs === 1) this.#start();
    return () => {
      remove();
      this.#needs -= 1;
      if (this.#needs === 0) this.#stop();
    };
  };

  /** All of them, the oldest question first; the same list until that changes. */
  readonly all = (): readonly Follower[] => this.#known;

  /** Those of one friend or guest; the same list until that changes. */
  of(ref: VisitorRef): readonly Follower[] {
    const path = visitorPath(ref);
    const found = this.#ofVisitor.get(path) ?? this.#known.filter(({ visitor }) => visitor === path);
    if (found.length > 0) this.#ofVisitor.set(path, found);
    return found.length > 0 ? found : NOBODY;
  }

  /** Asks now. Never rejects. */
  readonly look = async (): Promise<void> => {
    const changes = this.#changes;
    this.#askedAt = performance.now();
    const told = await this.#ask().catch(() => undefined);
    // A reply that was on its way knows nothing of what was answered meanwhile.
    if (told && changes === this.#changes) this.#show(told);
  };

  /** Shows what the server has just taken from this device: a yes, or without `change` that the row is gone. */
  take(id: Follower['id'], change?: Partial<Follower>): void {
    this.#changes += 1;
    this.#show(
      this.#known.flatMap((one) => (one.id === id ? (change ? [{ ...one, ...change }] : []) : [one])),
    );
  }

  #show(known: readonly Follower[]): void {
    if (JSON.stringify(known) === JSON.stringify(this.#known)) return;
    this.#known = known;
    this.#ofVisitor.clear();
    this.#listeners.notify();
  }

  #start(): void {
    const follow = () => {
      const wasReachable = this.#isReachable;
      const { wasOpen, offline, locked, mismatch, profile } = this.#household.view();
      const hasNews = profile?.followingAt !== this.#newsAt;
      this.#newsAt = profile?.followingAt;
      this.#isReachable = wasOpen && !offline && !locked && mismatch === undefined;
      if (this.#isReachable && (hasNews || !wasReachable)) this.#lookIfVisible();
    };
    const onVisible = () => this.#isReachable && this.#lookIfVisible();
    const stop = this.#household.subscribe(follow);
    const timer = setInterval(onVisible, POLL_MS);
    document.addEventListener('visibilitychange', onVisible);
    this.#stop = () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
    // From one page to the next what is known is young enough.
    this.#isReachable = performance.now() - this.#askedAt < POLL_MS;
    follow();
  }

  #lookIfVisible(): void {
    if (document.visibilityState === 'visible') void this.look();
  }
}
