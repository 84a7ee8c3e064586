import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Notice } from '#domain/command.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import {
  fixture,
  GIVEN,
  givenRows,
  RESERVED_ADDRESS,
  releasedHouseholdContract,
  releasedOutcomeContract,
  releasedSessionContract,
  releasedVisitContract,
} from '#tests/support/server/released-schemas.ts';
import { openSqliteStore } from '../sqlite.ts';
import { migrate } from './migrations.ts';
import { firstSchema } from './schema-1.ts';
import { secondSchema } from './schema-2.ts';
import { thirdSchema } from './schema-3.ts';
import { fourthSchema } from './schema-4.ts';
import { fifthSchema } from './schema-5.ts';
import { eighthSchema } from './schema-8.ts';

const UNDO: Omit<Notice, 'about'> = {
  kind: 'taken-back',
  status: 'out',
  at: '2026-05-04T14:10:00.000Z',
  recipient: { phone: '070-123 45 67' },
  name: 'Ella',
};

const STEPS = [firstSchema, secondSchema, thirdSchema, fourthSchema, fifthSchema];

function folderOf(schema: 1 | 2 | 3 | 5 | 6 | 7 | 8): string {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  if (schema === 5) migrate(db, { migrations: STEPS });
  else if (schema === 8) db.exec(`${fixture(7, 'sqlite')}; ${eighthSchema}; PRAGMA user_version = 8`);
  else db.exec(fixture(schema, 'sqlite'));
  db.close();
  return folder;
}

releasedHouseholdContract(async () => ({ dataDir: folderOf(1) }));
releasedSessionContract(async () => ({ dataDir: folderOf(2) }));
releasedOutcomeContract(async () => ({ dataDir: folderOf(3) }));
releasedVisitContract(async () => ({ dataDir: folderOf(6) }));

test.each([1, 2, 3, 5, 6, 7, 8] as const)(
  'schema %i migrates to the schema of a new database',
  async (released) => {
    const [old, fresh] = [folderOf(released), temporaryFolder()];
    for (const folder of [old, fresh]) {
      await openSqliteStore(folder, (error) => {
        throw error;
      }).close();
    }
    const schema = schemaOf(old);
    expect(schema.length).toBeGreaterThan(10);
    expect(schema).toEqual(schemaOf(fresh));
  },
);

test('tombstones of schema 7 keep their time, and one that the server made has the time of the latest outcome', async () => {
  const folder = folderOf(7);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  const { id: household, version } = db.prepare('SELECT id, version FROM households').get() ?? {};
  db.exec(`UPDATE outcomes SET recorded_at = recorded_at - 1000 WHERE op <> 'm2remove00'`);
  const store = openSqliteStore(folder, (error) => {
    throw error;
  });
  const removed = ['children/m2child000/guests/m2removed0', 'children/m2child000/visits/m2expired0'];
  const tombstones = async (after: number) => {
    const { changes, cursorExpired } = await store.changes(String(household), after, 1000);
    return cursorExpired ?? changes.filter(({ document }) => !document).map(({ path }) => path);
  };
  const cursor = Number(version) - 2;
  await store.purgeTombstones(undefined, new Date(1_777_900_000_000).toISOString(), 10);
  expect(await tombstones(cursor)).toEqual(removed);
  await store.purgeTombstones(undefined, new Date(1_777_900_000_001).toISOString(), 10);
  expect(await tombstones(cursor)).toBe(true);
  expect(await tombstones(Number(version))).toEqual([]);
  await store.close();
  db.close();
});

test('links of schema 8 lead where they led, and the hash of an open invitation is kept', async () => {
  const folder = folderOf(8);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec(GIVEN.replace('HOUSEHOLD', '(SELECT number FROM households)'));
  await openSqliteStore(folder, (error) => {
    throw error;
  }).close();
  const { number } = db.prepare('SELECT number FROM households').get() ?? {};
  const rows = db.prepare('SELECT hash, household, path, made_at FROM visit_links ORDER BY hash').all();
  expect(rows).toEqual(givenRows(number));
  db.close();
});

test('the rows by which schema 5 reserved a former address go, and the link that restores it stays', async () => {
  const folder = folderOf(5);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec(RESERVED_ADDRESS);
  await openSqliteStore(folder, (error) => {
    throw error;
  }).close();
  expect(db.prepare('SELECT hash FROM tickets').all()).toEqual([{ hash: 'link' }]);
  db.close();
});

test('an undo finds the notice that schema 3 queued, and a correction waits for one being sent', async () => {
  const folder = folderOf(3);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec(`UPDATE notices SET taken = 1 WHERE id = 4;
    INSERT INTO notices (household, about, kind, message, due_at)
      SELECT household, about, 'taken-back', json_set(message, '$.kind', 'taken-back'), '2026-05-04T14:30:00.000Z'
      FROM notices WHERE id = 4`);
  const { household = '', about = '' } = db.prepare('SELECT * FROM notices WHERE id = 3').get() ?? {};
  db.close();
  const store = openSqliteStore(folder, (error) => {
    throw error;
  });
  const undone: Notice = { ...UNDO, about: String(about) };
  const dueAt = '2026-05-04T14:20:00.000Z';
  await store.transact(String(household), async (transaction) => {
    const { version } = await transaction.begin('m2phone', []);
    await transaction.save({
      ...{ version, device: 'm2phone', lastSequence: 99, documents: [], outcomes: [], recordedAt: dueAt },
      notices: [{ notice: undone, dueAt }],
    });
  });
  const waiting = await store.waitingNotices(String(household));
  expect(waiting.map(({ notice }) => [notice.name, notice.kind])).toEqual([
    ['Nils', 'taken-back'],
    ['Nils', 'first'],
  ]);
  expect(await store.takeNotices('2026-05-04T14:40:00.000Z', '2026-05-05', 9)).toEqual([]);
  const [first, ...others] = await store.takeNotices('2026-05-04T16:00:00.000Z', '2026-05-05', 9);
  expect([first?.notice.kind, others]).toEqual(['first', []]);
  await store.settleNotice(first?.id ?? 0, { sentAt: '2026-05-04T16:00:00.000Z' });
  const corrections = await store.takeNotices('2026-05-04T16:00:00.000Z', '2026-05-05', 9);
  expect(corrections).toMatchObject([{ isCorrection: true, notice: { name: 'Nils', kind: 'taken-back' } }]);
  await store.close();
});

function schemaOf(folder: string) {
  const db = new DatabaseSync(join(folder, 'framme.db'), { readOnly: true });
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return rows;
}
