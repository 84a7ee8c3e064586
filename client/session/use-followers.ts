import { useSyncExternalStore } from 'react';
import type { Household, VisitorView } from '#client/data/port.ts';
import { Listeners } from '#client/lib/listeners.ts';
import { firstName } from '#domain/names.ts';
import { parsePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { pollWhileVisible } from './poll-while-visible.ts';
import { perHousehold } from './use-household.ts';

const POLL_MS = 3 * MINUTE_MS;

const NOBODY: readonly Follower[] = [];

type Host = Pick<Household, 'subscribe' | 'view' | 'now' | 'saveFollowers'>;

/** Shared by all pages, whose banners always listen. The device keeps only who is coming. */
export class FollowersPoller {
  readonly #household: Host;
  readonly #ask: () => Promise<readonly Follower[]>;
  readonly #listeners = new Listeners();
  #needs = 0;
  #stop = () => {};
  /** Undefined until the server has answered. */
  #known: readonly Follower[] | undefined;
  #grouped = { list: NOBODY, byVisitor: new Map<string, readonly Follower[]>() };
  #changes = 0;

  /** `ask` rejects without an answer from the server. */
  constructor(household: Host, ask: () => Promise<readonly Follower[]>) {
    this.#household = household;
    this.#ask = ask;
  }

  /** Polls while somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#listeners.add(listener);
    this.#needs += 1;
    if (this.#needs === 1) this.#stop = pollWhileVisible(POLL_MS, this.look, { household: this.#household });
    return () => {
      remove();
      this.#needs -= 1;
      if (this.#needs === 0) this.#stop();
    };
  };

  /** Oldest question first; the same array until it changes. */
  readonly all = (): readonly Follower[] => this.#known ?? this.#household.view().followers?.list ?? NOBODY;

  /** In ms: what is known was true then. */
  asOf(): number {
    const { lastHeard, followers } = this.#household.view();
    return (this.#known ? lastHeard : (followers?.asOf ?? lastHeard)) ?? this.#household.now();
  }

  /** Same array until it changes. */
  of(ref: VisitorRef): readonly Follower[] {
    const list = this.all();
    if (this.#grouped.list !== list)
      this.#grouped = { list, byVisitor: Map.groupBy(list, ({ visitor }) => visitor) };
    return this.#grouped.byVisitor.get(visitorPath(ref)) ?? NOBODY;
  }

  /** The families that see the visits; undefined until the server has answered. */
  homesOf(ref: VisitorRef): readonly Follower[] | undefined {
    return this.#known && this.of(ref).filter((one) => !isAsking(one));
  }

  /** Never rejects. */
  readonly look = async (): Promise<void> => {
    const changes = this.#changes;
    const told = await this.#ask().catch(() => undefined);
    // Drop a reply that an answer given meanwhile has made stale.
    if (told && changes === this.#changes) this.#show(told);
  };

  /** Applies our own answer: merges `change`, or drops the row. */
  take(id: Follower['id'], change?: Partial<Follower>): void {
    this.#changes += 1;
    this.#show(
      this.all().flatMap((one) => (one.id === id ? (change ? [{ ...one, ...change }] : []) : [one])),
    );
  }

  #show(known: readonly Follower[]): void {
    if (JSON.stringify(known) === JSON.stringify(this.#known)) return;
    this.#known = known;
    this.#listeners.notify();
    const list = known.filter(({ coming }) => coming?.trip ?? coming?.expected).map(withoutAccounts);
    const saved = list.length > 0 ? { asOf: this.#household.now(), list } : undefined;
    this.#household.saveFollowers(saved).catch(() => undefined);
  }
}

function withoutAccounts({ accounts: _private, ...follower }: Follower): Follower {
  return follower;
}

export const useFollowersPoller = perHousehold((data, household) => {
  const { household: id } = household.account;
  return new FollowersPoller(household, async () => {
    const reply = await data.call('followers', { household: id });
    return reply.household === id ? reply.followers : [];
  });
});

/** Followers, and families that ask to be. */
export function useFollowersOf(ref: VisitorRef): readonly Follower[] {
  const poller = useFollowersPoller();
  return useSyncExternalStore(poller.subscribe, () => poller.of(ref));
}

export function useHomesOf(ref: VisitorRef): readonly Follower[] | undefined {
  const poller = useFollowersPoller();
  useSyncExternalStore(poller.subscribe, poller.all);
  return poller.homesOf(ref);
}

/** First name now; the recorded one once the visitor is gone. */
export function nameOf(household: Pick<Household, 'visitor'>, follower: Follower): string {
  const now = visitorOf(household, follower);
  return now ? firstName(now.name) : follower.name;
}

/** Undefined once gone. */
export function visitorOf(
  household: Pick<Household, 'visitor'>,
  { visitor }: Follower,
): VisitorView | undefined {
  const { kind, child, id } = parsePath(visitor) ?? {};
  const isPerson = kind === 'friend' || kind === 'guest';
  return isPerson && child && id ? household.visitor({ kind, child, visitor: id }) : undefined;
}

export function isAsking({ agreedAt, isPaused }: Follower): boolean {
  return agreedAt === null || isPaused;
}
