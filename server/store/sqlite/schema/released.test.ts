import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import {
  fixture,
  releasedHouseholdContract,
  releasedOutcomeContract,
  releasedSessionContract,
} from '#tests/support/server/released-schemas.ts';
import { openSqliteStore } from '../sqlite.ts';

function folderOf(schema: 1 | 2 | 3): string {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec(fixture(schema, 'sqlite'));
  db.close();
  return folder;
}

releasedHouseholdContract(async () => ({ dataDir: folderOf(1) }));
releasedSessionContract(async () => ({ dataDir: folderOf(2) }));
releasedOutcomeContract(async () => ({ dataDir: folderOf(3) }));

test.each([1, 2, 3] as const)('schema %i migrates to the schema of a new database', async (released) => {
  const [old, fresh] = [folderOf(released), temporaryFolder()];
  for (const folder of [old, fresh]) {
    await openSqliteStore(folder, (error) => {
      throw error;
    }).close();
  }
  const schema = schemaOf(old);
  expect(schema.length).toBeGreaterThan(10);
  expect(schema).toEqual(schemaOf(fresh));
});

function schemaOf(folder: string) {
  const db = new DatabaseSync(join(folder, 'framme.db'), { readOnly: true });
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return rows;
}
