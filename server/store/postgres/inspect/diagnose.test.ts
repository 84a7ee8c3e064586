import { expect, test } from 'vitest';
import { newSchema } from '#tests/support/postgres/databases.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { diagnoseStore } from '../../admin/inspect.ts';

test('doctor tells the version of a database that answers, its clock, and that no pooler shares its connections', async () => {
  const databaseUrl = await newSchema();
  const began = Date.now();
  const found = await diagnoseStore({ databaseUrl, dataDir: '' });
  const took = Date.now() - began;
  expect(found).toEqual({
    version: expect.stringMatching(/^PostgreSQL \d+/),
    clockAhead: expect.any(Number),
    isPooled: false,
  });
  // Both clocks are this machine's: they differ by no more than the question took, in ms.
  expect(Math.abs(found?.clockAhead ?? Number.NaN)).toBeLessThanOrEqual(took + 1);
  const { code, stdout } = await framme({ DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl }, 'doctor');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok {7}database: PostgreSQL \d+.* answers\.$/m)]);
});
