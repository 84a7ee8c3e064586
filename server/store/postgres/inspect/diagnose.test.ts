import { expect, test } from 'vitest';
import { newSchema } from '#tests/support/postgres/databases.ts';
import { quickest } from '#tests/support/quickest.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { diagnoseStore } from '../../hosting/inspect.ts';

test('doctor tells the version of a database that answers, its clock, and that no pooler shares its connections', async () => {
  const databaseUrl = await newSchema();
  const found = await diagnoseStore({ databaseUrl, dataDir: '' });
  expect(found).toEqual({
    version: expect.stringMatching(/^PostgreSQL \d+/),
    clockAhead: expect.any(Number),
    isPooled: false,
  });
  const clockError = async () =>
    Math.abs((await diagnoseStore({ databaseUrl, dataDir: '' }))?.clockAhead ?? 9999);
  expect(await quickest(2000, clockError)).toBeLessThan(2000);
  const { code, stdout } = await framme({ DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl }, 'doctor');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok {7}database: PostgreSQL \d+.* answers\.$/m)]);
});
