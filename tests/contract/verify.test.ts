import { describe, expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { linkTo } from '#tests/support/people/linked-visit.ts';
import { runSql } from '#tests/support/postgres/databases.ts';
import { type AppUnderTest, startApp } from '#tests/support/server/app.ts';
import { runOnFile } from '#tests/support/server/open-store.ts';
import { faultsOf } from './faults-of.ts';

/** Runs SQL on the data of an app that runs, without the references that the database keeps. */
async function damage({ rows, dataDir }: AppUnderTest, sql: string): Promise<void> {
  if (rows.DATABASE_URL === undefined) runOnFile(dataDir, sql);
  else await runSql(rows.DATABASE_URL, `SET session_replication_role = replica; ${sql}`);
}

/** A family with a friend who is in, one who has left twice, and a guest; a second family with nothing. */
async function startFilledApp(): Promise<AppUnderTest> {
  const app = await startApp({ env: { NOTICE_HOLD_SECONDS: '3600' } });
  const family = await registerHousehold(app.url);
  const child = await family.addChild();
  const [friend, other] = [await family.addFriend(child), await family.addFriend(child, 'Hugo')];
  await family.addGuest(child);
  for (const name of ['checkIn', 'checkOut', 'checkIn', 'checkOut'] as const) await family.run(name, other);
  await linkTo(family, friend);
  await family.run('deleteFriend', { child, friend: (await family.addFriend(child, 'Maja')).visitor });
  await registerHousehold(app.url, 'Nguyen');
  return app;
}

const FRIEND_IN = `body LIKE '%"status":"in"%'`;
const FRIEND = "path LIKE '%/friends/%' AND body LIKE '%Hugo%'";

/** The beginning of a following of a friend that is not there; who follows comes next. */
const FOLLOWING = `INSERT INTO followers (id, asked_at, name, visitor, host, home) SELECT 'followeraa', '2026-05-04T12:00:00.000Z', 'Ella',
  'children/aaaaaaaaaa/friends/bbbbbbbbbb', household`;

/** Each damage with a fault that verify must find. */
const DAMAGES: Record<string, readonly [sql: string, finds: RegExp]> = {
  'a visit whose column closes it': [
    `UPDATE visits SET open = 0 WHERE body LIKE '%"open":true%'`,
    /visits\/\w+ has columns that differ/,
  ],
  'a visitor who is in and marked out': [
    `UPDATE people SET body = replace(body, '"status":"in"', '"status":"out"') WHERE ${FRIEND_IN}`,
    /friends\/\w+ is out and names an open visit/,
  ],
  'an open visit that is gone': [
    `DELETE FROM visits WHERE body LIKE '%"open":true%'`,
    /names an open visit that is not there/,
  ],
  'a visit that is open once more': [
    `UPDATE visits SET open = 1, body = replace(body, '"open":false', '"open":true') WHERE body LIKE '%Hugo%'`,
    /is a second open visit of its visitor|has an open visit and is out/,
  ],
  'an alert that is none': [
    "INSERT INTO alerts (household, about, kind, due_at, body) SELECT household, 'x', 'planned', '9999', '{}' FROM notices LIMIT 1",
    /alerts\/planned is no alert/,
  ],
  'an alert of no following': [
    "INSERT INTO alerts (household, about, kind, due_at, body) SELECT household, 'profiles/x', 'followed', '9999', '{}' FROM notices LIMIT 1",
    /alerts\/followed is no alert/,
  ],
  'a device whose key is none': [
    "INSERT INTO push_devices (session, endpoint, p256dh, auth, taps, since) SELECT token_hash, 'x', 'x', '', 1, '' FROM sessions LIMIT 1",
    /sessions\/\w+ cannot be told of alerts/,
  ],
  'a family that follows itself': [
    `${FOLLOWING}, household FROM notices LIMIT 1`,
    /followers\/followeraa is no following/,
  ],
  'a following of nobody': [
    `${FOLLOWING}, 999 FROM notices LIMIT 1; UPDATE followers SET visitor = 'profiles/aaaaaaaaaa'`,
    /followers\/followeraa is no following/,
  ],
  'a way that was said without its times': [
    `${FOLLOWING}, 999 FROM notices LIMIT 1; INSERT INTO coming (follow, body, over_at) VALUES ('followeraa', '{"trip":{}}', '')`,
    /followers\/followeraa is no following/,
  ],
  'a following of no household': [
    `${FOLLOWING}, 999 FROM notices LIMIT 1`,
    /1 rows of followers refer to no row of households/,
  ],
  'a document without a field': [
    `UPDATE people SET body = replace(body, '"name"', '"nam"') WHERE ${FRIEND}`,
    /is no friend: name is not/,
  ],
  'a document that is no JSON': [`UPDATE people SET body = '{' WHERE ${FRIEND}`, /is not JSON/],
  'a path that is none': [`UPDATE people SET path = 'children/x' WHERE ${FRIEND}`, /children\/x is no path/],
  'a version above that of the household': [
    `UPDATE people SET version = 9999999999999 WHERE ${FRIEND}`,
    /has version 9999999999999, and its household is at/,
  ],
  'a floor above the version': ['UPDATE households SET floor = version + 1', /its floor is/],
  'sizes that differ': ["UPDATE households SET sizes = '[]'", /its sizes differ/],
  'sizes that are none': ["UPDATE households SET sizes = '[3]'", /its sizes are not/],
  'a child that is gone': [
    `DELETE FROM people WHERE path LIKE 'children/%' AND body LIKE '%birthDate%'`,
    /belongs to no child/,
  ],
  'a tombstone above documents': [
    `UPDATE people SET body = NULL WHERE body LIKE '%birthDate%'`,
    /belongs to no child/,
  ],
  'an outcome that is none': [
    `UPDATE outcomes SET outcome = '{"result":"maybe"}'`,
    /outcomes\/\w+ is no outcome/,
  ],
  'an outcome of a later version': [
    `UPDATE outcomes SET outcome = '{"result":"done","version":9999999999999,"op":"' || op || '"}'`,
    /is of version 9999999999999/,
  ],
  'an outcome of no household': [
    'UPDATE outcomes SET household = 999',
    /rows of outcomes refer to no row of households/,
  ],
  'a notice of no household': [
    'UPDATE notices SET household = 999',
    /rows of notices refer to no row of households/,
  ],
  'a notice without words': ["UPDATE notices SET message = '{}'", /notices\/\w+ is no notice/],
  'a session of no account': [
    "UPDATE sessions SET uid = 'x'",
    /rows of sessions refer to no row of accounts/,
  ],
  'a credential of no account': [
    "INSERT INTO credentials (kind, key, uid, body, created_at) VALUES ('passkey', 'k', 'x', '{}', '')",
    /1 rows of credentials refer to no row of accounts/,
  ],
  'an account without its profile': [`DELETE FROM people WHERE path LIKE 'profiles/%'`, /has no profile/],
  'an account that no e-mail finds': ['UPDATE accounts SET email_key = uid', /is not found by its e-mail/],
  'a profile of no account': [
    `UPDATE people SET path = 'profiles/aaaaaaaaaaaa' WHERE path LIKE 'profiles/%'`,
    /profiles\/aaaaaaaaaaaa belongs to no account/,
  ],
  'a household of no account': ['DELETE FROM accounts', /it belongs to no account/],
  'a link whose row is gone': [
    'DELETE FROM visit_links',
    /visits\/\w+ has a link that opens nothing and is never forgotten/,
  ],
  'a device that is none': [`UPDATE households SET devices = '[["phone",1]]'`, /its list of devices is not/],
  'an epoch that is gone': ['DELETE FROM store_epoch', /the store has 0 epochs/],
};

test('of what the app wrote nothing is wrong', async () => {
  expect(await faultsOf(await startFilledApp())).toEqual([]);
});

/** Only references are read by SQL of PostgreSQL's own. */
const OWN =
  process.env.TEST_STORE === 'postgres'
    ? Object.entries(DAMAGES).filter(([, [, { source }]]) => source.includes('refer to no row'))
    : Object.entries(DAMAGES);

describe('verify finds', () => {
  test.each(OWN)('%s', async (_damage, [sql, finds]) => {
    const app = await startFilledApp();
    await damage(app, sql);
    expect((await faultsOf(app)).join('\n')).toMatch(finds);
  });
});
