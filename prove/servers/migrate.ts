import { DatabaseSync } from 'node:sqlite';
import { currentTables, toSqliteTables } from '#server/store/schema/tables.ts';
import { migrate } from '#server/store/sqlite/schema/migrations.ts';
import { BASELINE, ownSteps } from '#server/store/sqlite/schema/own-steps.ts';

// Migrates the database in the first argument to the current schema ('large' with a cache), to the last of SQLite's own ('12'), or
// through two invented steps.
const MADE_UP = [
  `CREATE TABLE places (household TEXT NOT NULL, name TEXT NOT NULL) STRICT;
   ALTER TABLE accounts ADD COLUMN place TEXT;
   UPDATE accounts SET place = 'home';`,
  `CREATE INDEX places_by_household ON places (household);
   INSERT INTO places SELECT household, place FROM accounts;
   ALTER TABLE accounts DROP COLUMN place;`,
];
const db = new DatabaseSync(process.argv[2] ?? '');
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
// Without a cache there is a write for each change, at which the migration of a small database can be killed.
if (process.argv[3] !== 'large') db.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1');
const tables = toSqliteTables(currentTables);
const schemas = {
  '12': { baseline: BASELINE, steps: ownSteps.slice(0, 12 - BASELINE), tables },
  'made-up': { baseline: BASELINE, steps: [...ownSteps, ...MADE_UP], tables: tables + MADE_UP.join('') },
}[process.argv[3] ?? ''];
migrate(db, schemas && { schemas });
db.close();
