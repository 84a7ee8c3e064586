import { useEffect } from 'react';
import { type CallFailed, hasCode } from '#client/data/errors.ts';
import type { FrammeData, Household, SavedFollows } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import type { CallReply, CallRequest } from '#domain/protocol/calls.ts';
import type { Follow, FollowList } from '#domain/protocol/following-calls.ts';
import type { SaidComing } from '#domain/trips/coming.ts';
import { type PollCause, pollWhileVisible } from './poll-while-visible.ts';
import { perHousehold, useHousehold } from './use-household.ts';

const POLL_MS = 30_000;
/** In ms; a reply this recent, in any tab, is not fetched again on focus. */
const FRESH_MS = 5000;
const USUAL_WAIT = 60;

type Server = Pick<FrammeData, 'call'>;
type Home = Pick<Household, 'account' | 'view' | 'saveFollows' | 'now'>;
type Answer = CallRequest<'answerFollowed'>['answer'];

export class FollowsClient {
  readonly #data: Server;
  readonly #household: Home;
  /** In ms by the household's clock. */
  #notBefore = 0;
  #looking: Promise<void> | undefined;
  readonly #said = new Map<Id, Follow>();

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

  /** A push or a page that is back may bring news. */
  readonly poll = (cause: PollCause): void => {
    if (cause === 'interval' && this.#household.view().followed === undefined) return;
    void this.look(cause instanceof Event && cause.type !== 'focus' ? 0 : FRESH_MS);
  };

  async ask(link: string): Promise<void> {
    await this.#data.call('askToFollow', { ...this.#named, link });
    // A running request may predate the question.
    await this.#looking;
    await this.look();
  }

  async answer(id: Id, answer: Answer): Promise<CallReply<'answerFollowed'>> {
    const visit = await this.#data.call('answerFollowed', { ...this.#named, id, answer });
    await this.#keep((row) => (row.id === id ? [{ ...row, visit }] : [row]));
    return visit;
  }

  async sayComing(id: Id, said: SaidComing): Promise<Follow> {
    const row = await this.#data.call('sayComing', { ...this.#named, id, said });
    this.#said.set(id, row);
    const minutes = said.says === 'leaves' ? { [id]: said.minutes } : {};
    await this.#keep((one) => (one.id === id ? [row] : [one]), minutes);
    return row;
  }

  /** The reply to what was last said on this page. */
  said(id: Id): Follow | undefined {
    return this.#said.get(id);
  }

  /** A deleted one counts as success. */
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
      const latest = isLate ? await this.#data.call('followed', this.#named) : reply;
      await this.#save(latest, this.#household.view().followed?.minutes);
    } catch (error) {
      if (!hasCode(error, 'too-many-requests')) return;
      const { retryAfter = USUAL_WAIT } = error as CallFailed;
      this.#notBefore = this.#household.now() + retryAfter * 1000;
    }
  }

  async #keep(change: (row: Follow) => Follow[], minutes: SavedFollows['minutes'] = {}): Promise<void> {
    const { followed } = this.#household.view();
    if (!followed) return;
    const following = followed.following.flatMap(change);
    await this.#save({ ...followed, following }, { ...followed.minutes, ...minutes });
  }

  async #save(followed: FollowList, minutes: SavedFollows['minutes']): Promise<void> {
    await this.#household.saveFollows({ ...followed, ...(minutes && { minutes }) });
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
