import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { REFUSED } from '#tests/support/server/baseline.ts';
import { openSqliteAdminStore, openSqliteStore } from './sqlite.ts';

test('a database of another version is left unchanged, and the error says what to do', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'framme.db');
  await openSqliteStore(folder, () => undefined).close();
  const another = /another version of Framme.*start the server/;
  for (const [version, says] of [
    [5, REFUSED],
    [8, another],
    [99, another],
  ] as const) {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
    expect(() => openSqliteAdminStore(folder)).toThrow(says);
  }
  const db = new DatabaseSync(file);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  db.close();
});

test('the CLI store waits for writes of the server, and the server reads what it wrote', async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, () => undefined);
  const cli = openSqliteAdminStore(folder);
  const token = {
    kind: 'recovery',
    hash: 'h',
    uid: null,
    body: '{}',
    expiresAt: '2999-01-01T00:00:00.000Z',
  } as const;
  await Promise.all([
    ...Array.from({ length: 50 }, (_, i) => store.attempt(`key-${i}`, i, { burst: 1, interval: 1 })),
    cli.putOneTimeToken(token),
  ]);
  await cli.close();
  expect(await store.consumeOneTimeToken('recovery', 'h', '2026-01-01T00:00:00.000Z')).toMatchObject({
    body: '{}',
  });
  await store.close();
});
