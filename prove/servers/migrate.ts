import { DatabaseSync } from 'node:sqlite';
import { baselineSchema } from '#server/store/sqlite/schema/baseline.ts';
import { migrate } from '#server/store/sqlite/schema/migrations.ts';

// Migrates the database in the first argument to the current schema ('large' with a cache), or through two invented steps.
const steps = [
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
if (process.argv[3] === 'made-up')
  migrate(db, { schemas: { baseline: 8, steps: [baselineSchema, ...steps] } });
else migrate(db);
db.close();
