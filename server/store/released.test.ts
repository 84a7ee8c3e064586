import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/app.ts';
import { fixture, releasedHouseholdContract } from '#tests/support/released-household.ts';
import { openSqliteStore } from './sqlite.ts';

function folderOfSchema1(): string {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec(fixture('schema-1.sqlite.sql'));
  db.close();
  return folder;
}

releasedHouseholdContract(async () => ({ dataDir: folderOfSchema1() }));

test('brought up to date it has the schema of a new database', async () => {
  const [old, fresh] = [folderOfSchema1(), temporaryFolder()];
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
