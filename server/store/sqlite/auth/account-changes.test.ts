import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { RECOVERED, recoverableFamily } from '#tests/contract/account-changes.ts';
import { NOON } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openSqliteStore } from '../sqlite.ts';

test('a recovery that fails at its last step changes nothing, and its link works again', async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, () => undefined);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  onTestFinished(async () => {
    db.close();
    await store.close();
  });
  const { hash, state } = await recoverableFamily(store);
  const before = await state();
  const redeem = () => store.redeemOneTimeToken('recovery', hash, NOON, () => RECOVERED);
  db.exec(`CREATE TRIGGER fails BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'not now'); END`);
  await expect(redeem()).rejects.toThrow('not now');
  expect(await state()).toEqual(before);
  db.exec('DROP TRIGGER fails');
  expect(await redeem()).toBeDefined();
  expect(await state()).toMatchObject({ credentials: 0, sessions: 0 });
});
