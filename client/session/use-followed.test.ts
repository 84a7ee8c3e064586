import { expect, test } from 'vitest';
import { CallFailed } from '#client/data/errors.ts';
import type { FrammeData, HouseholdView } from '#client/data/port.ts';
import type { Follow, FollowList } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { FollowsClient } from './use-followed.ts';

const HOUSEHOLD = 'householdoflind';
const visit = { visitor: 'Ella', child: 'Kim', open: true } as SharedVisit;
const row = (id: string, more: Partial<Follow> = {}): Follow => ({
  ...{ id, askedAt: isoTime(0), agreedAt: isoTime(0), name: 'Ella', child: 'Kim', visit: null },
  ...more,
});

/** A household on a device, and a server that replies as the test says; `asked` are its calls. */
function family(reply: (name: string, request: unknown) => unknown) {
  const state = { now: 1_000_000, view: { locked: false } as HouseholdView };
  const asked: { name: string; request: unknown }[] = [];
  const saveFollows = async (followed: FollowList) => {
    state.view = { ...state.view, followed };
  };
  const ask = async (name: string, request: unknown) => {
    asked.push({ name, request });
    return reply(name, request);
  };
  const home = {
    account: { uid: 'annaannaanna', household: HOUSEHOLD, email: '' },
    view: () => state.view,
    now: () => state.now,
    saveFollows,
  };
  const followed = (...following: Follow[]): FollowList => {
    return { household: HOUSEHOLD, asOf: isoTime(state.now), following };
  };
  const calls = new FollowsClient({ call: ask as FrammeData['call'] }, home);
  return { state, asked, calls, followed, saveFollows, names: () => asked.map(({ name }) => name) };
}

test('a look names the household, and keeps the reply', async () => {
  const { calls, asked, state, followed } = family(() => followed(row('ella')));
  await calls.look();
  expect(asked).toEqual([{ name: 'followed', request: { household: HOUSEHOLD } }]);
  expect(state.view.followed?.following).toEqual([row('ella')]);
});

test('a look waits for the age that it is given, asks once at a time, and not while the session is over', async () => {
  const { calls, state, followed, names } = family(() => followed(row('ella')));
  await Promise.all([calls.look(), calls.look()]);
  state.now += 4000;
  await calls.look(5000);
  expect(names()).toHaveLength(1);
  state.now += 1000;
  await calls.look(5000);
  expect(names()).toHaveLength(2);
  state.view = { ...state.view, locked: true };
  await calls.look();
  expect(names()).toHaveLength(2);
});

test('the interval asks only if somebody is followed; a push asks even after a fresh reply', async () => {
  const { calls, followed, saveFollows, names, state } = family(() => followed(row('ella')));
  calls.poll('interval');
  await saveFollows(followed(row('ella')));
  calls.poll(new Event('focus'));
  expect(names()).toHaveLength(0);
  calls.poll(new Event('message'));
  expect(names()).toHaveLength(1);
  await calls.look();
  state.now += 5000;
  calls.poll('interval');
  expect(names()).toHaveLength(2);
});

test('a look that fails keeps what was there, and none comes before the time that a 429 names', async () => {
  let error = new CallFailed('offline');
  const { calls, state, followed, saveFollows, names } = family(() => Promise.reject(error));
  await saveFollows(followed(row('ella')));
  await calls.look();
  expect(state.view.followed?.following).toEqual([row('ella')]);
  error = new CallFailed('too-many-requests', { retryAfter: 90 });
  await calls.look();
  state.now += 89_000;
  await calls.look();
  expect(names()).toHaveLength(2);
  state.now += 1000;
  await calls.look();
  expect(names()).toHaveLength(3);
});

test('an answer shows in its row at once, and a look from before it does not undo it', async () => {
  let looks = 0;
  const { calls, state, asked, followed, saveFollows } = family(async (name) => {
    if (name === 'answerFollowed') return visit;
    looks += 1;
    if (looks === 1) {
      await calls.answer('ella', { code: 'thanks' });
      expect(state.view.followed?.following).toEqual([row('ella', { visit }), row('bo')]);
    }
    return followed(row('ella', looks === 1 ? {} : { visit }));
  });
  await saveFollows(followed(row('ella'), row('bo')));
  await calls.look();
  expect(looks).toBe(2);
  const request = { household: HOUSEHOLD, id: 'ella', answer: { code: 'thanks' } };
  expect(asked[1]).toEqual({ name: 'answerFollowed', request });
  expect(state.view.followed?.following).toEqual([row('ella', { visit })]);
});

test('an end takes the row away, also where it was gone already; a failed one leaves it', async () => {
  let error: CallFailed | undefined = new CallFailed('offline');
  const { calls, state, followed, saveFollows } = family(() => (error ? Promise.reject(error) : {}));
  await saveFollows(followed(row('ella'), row('bo')));
  await expect(calls.end('ella')).rejects.toBe(error);
  expect(state.view.followed?.following).toHaveLength(2);
  error = new CallFailed('not-found');
  await calls.end('ella');
  error = undefined;
  await calls.end('bo');
  expect(state.view.followed?.following).toEqual([]);
});

test('a question shows as soon as it is asked; one that is refused says why', async () => {
  const asks = { fails: false };
  const { calls, names, followed, state } = family((name) => {
    if (name === 'followed') return followed(row('asked', { agreedAt: null, name: null, child: null }));
    return asks.fails ? Promise.reject(new CallFailed('link-expired')) : {};
  });
  await calls.ask('k'.repeat(52));
  expect(names()).toEqual(['askToFollow', 'followed']);
  expect(state.view.followed?.following).toHaveLength(1);
  asks.fails = true;
  await expect(calls.ask('k')).rejects.toMatchObject({ code: 'link-expired' });
});
