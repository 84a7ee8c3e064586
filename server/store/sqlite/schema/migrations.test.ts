import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { baseline, IN_ITS_PLACE } from '#tests/support/server/baseline.ts';
import { openWriter } from '../connection/connection.ts';
import { openSqliteStore } from '../sqlite.ts';
import { CURRENT_SCHEMA, migrate } from './migrations.ts';

function released() {
  const folder = temporaryFolder();
  const file = join(folder, 'framme.db');
  const db = openWriter(file);
  db.exec(baseline('sqlite'));
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  const version = () => db.prepare('PRAGMA user_version').get()?.user_version;
  return { folder, file, db, version };
}

/** Lets each look at the clock find five seconds gone: then each part of a migration is reported. */
function slowly(): void {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5000));
  onTestFinished(() => clock.mockRestore());
}

const rethrow = (error: unknown) => {
  throw error;
};

test('a migration is refused with a sentence if the disk lacks room, and changes nothing', () => {
  const { db, version } = released();
  expect(() => migrate(db, { freeBytes: () => 1000 })).toThrow(
    /^The database must be migrated .* takes \d+ kB of the disk for a while, and 1 kB are free\. .* nothing was changed\.$/,
  );
  expect(version()).toBe(8);
  migrate(db, { freeBytes: () => 10_000_000 });
  expect(version()).toBe(CURRENT_SCHEMA);
});

test('a migration is refused with a sentence while another program has the file open', () => {
  const { file, db, version } = released();
  db.exec('PRAGMA busy_timeout = 50');
  const backup = new DatabaseSync(file, { readOnly: true });
  backup.exec('BEGIN');
  backup.prepare('SELECT count(*) FROM households').get();
  expect(() => migrate(db)).toThrow(/^The database must be migrated, and another program has it open/);
  backup.close();
  migrate(db);
  expect(version()).toBe(CURRENT_SCHEMA);
});

test('the host is told what a migration needs and how far it is, and nothing at an ordinary start', async () => {
  const { folder, db } = released();
  db.exec(IN_ITS_PLACE.sqlite);
  db.close();
  slowly();
  const told: [string, Record<string, number>][] = [];
  const start = () => openSqliteStore(folder, rethrow, (figures, text) => told.push([text, figures])).close();
  await start();
  expect(told[0]).toEqual([
    'the database is migrated to this version; do not switch off until it is ready',
    { megabytes: 1, megabytesNeeded: 1 },
  ]);
  const { part, of } = told.at(-1)?.[1] ?? {};
  expect(part).toBe(of);
  expect(told.length).toBe(Number(of) + 1);
  await start();
  expect(told.length).toBe(Number(of) + 1);
});

test('a migrated file is in write-ahead mode again, and whole', () => {
  const { db } = released();
  migrate(db);
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('a migration takes no more of the disk than it asks for, also where outcomes are most of the file', () => {
  const folder = temporaryFolder();
  const db = openWriter(join(folder, 'framme.db'));
  onTestFinished(() => db.close());
  db.exec(baseline('sqlite'));
  db.exec(`WITH RECURSIVE many (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM many WHERE i < 120000)
    INSERT INTO outcomes (household, op, recorded_at, version) SELECT number, lower(hex(randomblob(13))), i, 1 FROM many, households;
    PRAGMA wal_checkpoint(TRUNCATE)`);
  const room = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const before = room();
  const grown: number[] = [];
  let needed = 0;
  slowly();
  migrate(db, {
    report: ({ megabytesNeeded = needed }) => {
      needed = megabytesNeeded;
      grown.push(room() - before);
    },
  });
  expect(before).toBeGreaterThan(3_000_000);
  expect(Math.max(...grown)).toBeLessThanOrEqual(needed * 1e6);
});
