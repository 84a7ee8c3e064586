import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openWriter } from './connection.ts';

test('the connection that writes syncs each commit to the disk, and deletes by overwriting', () => {
  const db = openWriter(join(temporaryFolder(), 'framme.db'));
  onTestFinished(() => db.close());
  const settings = ['synchronous', 'secure_delete', 'foreign_keys', 'journal_mode'].map(
    (name) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0],
  );
  expect(settings).toEqual([2, 1, 1, 'wal']);
});
