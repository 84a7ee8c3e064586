import { useEffect } from 'react';
import { type CallFailed, hasCode } from '#client/data/errors.ts';
import type { FrammeData, Household } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import type { CallReply, CallRequest } from '#domain/protocol/calls.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { type PollCause, pollWhileVisible } from './poll-while-visible.ts';
import { perHousehold, useHousehold } from './use-household.ts';

const POLL_MS = 30_000;
/** In ms; a reply this recent, in any tab, is not fetched again on focus. */
const FRESH_MS = 5000;
/** In seconds, after a 429 without Retry-After. */
const USUAL_WAIT = 60;

type Server = Pick<FrammeData, 'call'>;
type Home = Pick<Household, 'account' | 'view' | 'saveFollows' | 'now'>;
type Answer = CallRequest<'answerFollowed'>['answer'];

/** Each call saves its result on this device. */
export class FollowsClient {
  readonly #data: Server;
  readonly #household: Home;
  /** In ms by the household's clock. */
  #notBefore = 0;
  #looking: Promise<void> | undefined;

  constructor(data: Server, household: Home) {
    this.#data = data;
    this.#household = household;
  }

  /**
   * Fetches unless the last reply is at most `age` ms old and newer than the profile's `followingAt`. Never
   * rejects; the next call retries.
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

  /** On the interval only if somebody is followed. A push or a page that is back may bring news. */
  readonly poll = (cause: PollCause): void => {
    if (cause === 'interval' && this.#household.view().followed === undefined) return;
    void this.look(cause instanceof Event && cause.type !== 'focus' ? 0 : FRESH_MS);
  };

  /** Rejects with CallFailed. */
  async ask(link: string): Promise<void> {
    await this.#data.call('askToFollow', { ...this.#named, link });
    // A running request may predate the question.
    await this.#looking;
    await this.look();
  }

  /** Rejects with CallFailed. */
  async answer(id: Id, answer: Answer): Promise<CallReply<'answerFollowed'>> {
    const visit = await this.#data.call('answerFollowed', { ...this.#named, id, answer });
    await this.#keep((row) => (row.id === id ? [{ ...row, visit }] : [row]));
    return visit;
  }

  /** A deleted one counts as success. Rejects with CallFailed. */
  async end(id: Id): Promise<void> {
    await this.#data.call('endFollowing', { ...this.#named, id }).catch((error: unknown) => {
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
      const reply = await this.#data.call('followed', this.#named);
      // The reply may lack an answer or end sent meanwhile.
      const isLate = this.#household.view().followed !== before;
      await this.#household.saveFollows(isLate ? await this.#data.call('followed', this.#named) : reply);
    } catch (error) {
      if (!hasCode(error, 'too-many-requests')) return;
      const { retryAfter = USUAL_WAIT } = error as CallFailed;
      this.#notBefore = this.#household.now() + retryAfter * 1000;
    }
  }

  async #keep(change: (row: Follow) => Follow[]): Promise<void> {
    const { followed } = this.#household.view();
    if (!followed) return;
    await this.#household.saveFollows({ ...followed, following: followed.following.flatMap(change) });
  }
}

export const useFollowedCalls = perHousehold((data, household) => new FollowsClient(data, household));

export function useWatchFollowed(): void {
  const calls = useFollowedCalls();
  const household = useHousehold();
  useEffect(() => {
    const on = [[window, 'focus'] as const, [navigator.serviceWorker, 'message'] as const];
    return pollWhileVisible(POLL_MS, calls.poll, { household, on });
  }, [calls, household]);
}
