import { useEffect, useMemo } from 'react';
import { type CallFailed, hasCode } from '#client/data/errors.ts';
import type { FrammeData, Household } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import type { CallReply, CallRequest } from '#domain/protocol/calls.ts';
import type { Following } from '#domain/protocol/following-calls.ts';
import { useData, useHousehold, useViewPart } from './use-household.ts';

/** The time between two looks of a page on screen, in ms. */
const POLL_MS = 30_000;
/** A page that gets the focus does not ask again so soon after the last reply, in ms; nor one whose other tab has asked. */
const FRESH_MS = 5000;
/** The wait after a 429 that names none, in seconds. */
const USUAL_WAIT = 60;

type Server = Pick<FrammeData, 'ask'>;
type Home = Pick<Household, 'account' | 'view' | 'keepFollowed' | 'now'>;
type Answer = CallRequest<'answerFollowed'>['answer'];

/** The calls of a household about children whom it follows at other families; each keeps on this device what it learns. */
export class FollowedCalls {
  readonly #data: Server;
  readonly #household: Home;
  /** No look before this time, in ms by the household's clock. */
  #notBefore = 0;
  #looking: Promise<void> | undefined;

  constructor(data: Server, household: Home) {
    this.#data = data;
    this.#household = household;
  }

  /**
   * Asks for what can be seen, unless the last reply is not older than `age` ms, nor than the server's news. Never rejects: the
   * next look tries again.
   */
  async look(age = 0): Promise<void> {
    const { followed, locked, profile } = this.#household.view();
    const now = this.#household.now();
    const isKnown = followed !== undefined && followed.asOf > (profile?.followingAt ?? '');
    const isFresh = isKnown && Math.abs(now - Date.parse(followed.asOf)) < age;
    if (isFresh || locked || now < this.#notBefore) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  /** Asks the family that gave a link. Rejects with CallFailed. */
  async ask(link: string): Promise<void> {
    await this.#data.ask('askToFollow', { ...this.#named, link });
    // A look that is under way may be of before.
    await this.#looking;
    await this.look();
  }

  /** Sends an answer about a visit, or takes it back. Rejects with CallFailed. */
  async answer(id: Id, answer: Answer): Promise<CallReply<'answerFollowed'>> {
    const visit = await this.#data.ask('answerFollowed', { ...this.#named, id, answer });
    await this.#keep((row) => (row.id === id ? [{ ...row, visit }] : [row]));
    return visit;
  }

  /** Ends a following, or takes a question back; one that is gone already is no failure. Rejects with CallFailed. */
  async end(id: Id): Promise<void> {
    await this.#data.ask('endFollowing', { ...this.#named, id }).catch((error: unknown) => {
      if (!hasCode(error, 'not-found')) throw error;
    });
    await this.#keep((row) => (row.id === id ? [] : [row]));
  }

  get #named() {
    return { household: this.#household.account.household };
  }

  async #look(): Promise<void> {
    const before = this.#household.view().followed;
    try {
      const reply = await this.#data.ask('followed', this.#named);
      // An answer or an end of meanwhile may be missing in it.
      const isLate = this.#household.view().followed !== before;
      await this.#household.keepFollowed(isLate ? await this.#data.ask('followed', this.#named) : reply);
    } catch (error) {
      if (!hasCode(error, 'too-many-requests')) return;
      const { retryAfter = USUAL_WAIT } = error as CallFailed;
      this.#notBefore = this.#household.now() + retryAfter * 1000;
    }
  }

  async #keep(change: (row: Following) => Following[]): Promise<void> {
    const { followed } = this.#household.view();
    if (!followed) return;
    await this.#household.keepFollowed({ ...followed, following: followed.following.flatMap(change) });
  }
}

const known = new WeakMap<Household, FollowedCalls>();

/** The calls about children who are followed; those of a household know of each other. */
export function useFollowedCalls(): FollowedCalls {
  const data = useData();
  const household = useHousehold();
  return useMemo(() => {
    const calls = known.get(household) ?? new FollowedCalls(data, household);
    known.set(household, calls);
    return calls;
  }, [data, household]);
}

/**
 * Keeps what is followed up to date as long as the page is on screen: once the server is in reach, as the page becomes visible or
 * gets the focus, as the server has news, and as this device is notified. Only who follows somebody asks every 30 seconds.
 */
export function useWatchFollowed(): void {
  const calls = useFollowedCalls();
  const isInReach =
    useViewPart(({ wasOpen, offline, locked, mismatch }) => wasOpen && !offline && !locked && !mismatch) ??
    false;
  const follows = useViewPart(({ followed }) => followed !== undefined) ?? false;
  const newsAt = useViewPart(({ profile }) => profile?.followingAt);
  useEffect(() => {
    if (!isInReach) return;
    const look = (age: number) => void (document.visibilityState === 'visible' && calls.look(age));
    look(FRESH_MS);
    const listening = new AbortController();
    document.addEventListener('visibilitychange', () => look(0), listening);
    window.addEventListener('focus', () => look(FRESH_MS), listening);
    navigator.serviceWorker?.addEventListener('message', () => look(0), listening);
    return () => listening.abort();
  }, [calls, isInReach]);
  useEffect(() => {
    const hasNews = isInReach && newsAt !== undefined && document.visibilityState === 'visible';
    if (hasNews) void calls.look(FRESH_MS);
  }, [calls, isInReach, newsAt]);
  useEffect(() => {
    if (!isInReach || !follows) return;
    const poll = () => void (document.visibilityState === 'visible' && calls.look(FRESH_MS));
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [calls, isInReach, follows]);
}
