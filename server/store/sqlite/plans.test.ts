import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { storeFollowing } from '#tests/support/people/stored-following.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openSqliteStore } from './sqlite.ts';

/** A table that is read from end to end, or the credentials of everybody that are of one kind. */
const TOO_MANY = /^SCAN (accounts|sessions|tickets|credentials|activity|attempts)\b|\(kind=\?\)$/;

/** Opens a store. `plansOf` returns the plans of the statements that some calls prepare. */
function openHere() {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, () => undefined);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  onTestFinished(async () => {
    db.close();
    await store.close();
  });
  const plansOf = async (makeCalls: () => Promise<unknown>) => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    await makeCalls();
    const prepared = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    return prepared.map((sql) => {
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      return { sql, plan: steps.map(({ detail }) => String(detail)) };
    });
  };
  return { store, plansOf };
}

test('a family is followed, and follows, by indexes: nothing reads the rows of everybody', async () => {
  const { store, plansOf } = openHere();
  // Prepares the INSERT of a household, whose plan names references that SQLite checks only if one is broken.
  await storeFamily(store);
  const plans = await plansOf(async () => {
    const { host, home, id } = await storeFollowing(store);
    await store.followsOf(home.household);
    await store.followersOf(host.household);
    await store.agreeToFollower(host.household, id, { at: NOON, name: 'Ella' }, 3);
    await store.purgeFollowers('a', { asked: NOON, over: NOON });
    await store.endFollower(home.household, id);
  });
  expect(plans.length).toBeGreaterThan(7);
  expect(plans.filter(({ plan }) => plan.some((step) => /^SCAN (?!json_each|next)/.test(step)))).toEqual([]);
});

test('what belongs to an account is found by an index of it, not among that of everybody', async () => {
  const { store, plansOf } = openHere();
  const { account } = await storeFamily(store);
  const { uid, household } = account;
  const plans = await plansOf(async () => {
    const token = { kind: 'recovery', hash: 'hash', uid, body: '{}', expiresAt: minute(60) } as const;
    await store.putOneTimeToken(token);
    await store.redeemOneTimeToken('recovery', 'hash', NOON, () => ({
      password: {
        passwordHash: 'another',
        revokes: ['recovery'],
        keepsFormer: { hash: 'former', expiresAt: minute(60), now: NOON, most: 5 },
      },
      removes: { kinds: ['passkey'] },
      revokesLater: { kind: 'undo-email', expiresAt: NOON },
    }));
    await store.replaceCredentials(uid, 'recovery-code', []);
    await store.removeCredentials(uid, 'passkey', ['key']);
    await store.activeSessions(['hash'], NOON);
    await store.endedSessions(['hash'], NOON);
    await store.endSessionsOf(uid, { id: 'id' });
    await store.forgetEndedSessions(uid, 5);
    await store.addActivity([{ uid, key: 'key', at: NOON, times: 1, body: '{}', expiresAt: minute(60) }], 5);
    await store.openInvite(household, NOON);
    await store.endInvites(household);
    await store.purgeExpired(NOON);
    await store.deleteAccount(uid, NOON);
  });
  expect(plans.length).toBeGreaterThan(20);
  expect(plans.filter(({ plan }) => plan.some((step) => TOO_MANY.test(step)))).toEqual([]);
});
