import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';
import { type BenchFamily, newPhones } from '../families/stored-families.ts';
import { startBare, stopAll } from './candidates.ts';
import { postgres, sqlite } from './places.ts';

/** A bare server with two families, and a tap of one of them as a phone sends it. */
async function bareServer(store: 'SQLite' | 'PostgreSQL') {
  const place = store === 'SQLite' ? sqlite : await postgres();
  const families = newPhones({ count: 2 });
  const candidate = await startBare(families, place);
  onTestFinished(async () => {
    await stopAll([candidate]);
    await place.stop();
  });
  const tap = (family: BenchFamily, op: string, changes: { household?: string; token?: string } = {}) => {
    const { household = family.household, token = family.token } = changes;
    // The key of visits refuses a second one at the same time, which ends the server.
    const ops = [{ op, name: 'checkIn', args: family.friends[0], tappedAt: 1 }];
    const cookie = `framme=${token}`;
    return postJson(candidate.server.url, '/api/sync', { household, ops }, { cookie });
  };
  const [ours, theirs] = families;
  if (!ours || !theirs) throw new Error('there are no two families');
  return { tap, ours, theirs };
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'the bare server on %s takes a tap once, and only from a session of its household',
  async (store) => {
    const { tap, ours, theirs } = await bareServer(store);
    const op = newId();
    const done = { status: 200, body: { outcomes: [{ op, result: 'done' }] } };
    expect(await tap(ours, op)).toMatchObject(done);
    expect(await tap(ours, op)).toMatchObject(done);
    expect((await tap(ours, newId(), { token: 'x' })).status).toBe(401);
    expect((await tap(ours, newId(), { token: theirs.token })).status).toBe(401);
    expect((await tap(theirs, newId(), { household: ours.household })).status).toBe(401);
    expect(await tap(theirs, op)).toMatchObject(done);
  },
);
