import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { PASSWORD, registerHousehold } from '#tests/support/household.ts';

test('neither token nor password is in the database', async () => {
  const { url, dataDir } = await startApp();
  const { cookie } = await registerHousehold(url);
  const files = ['framme.db', 'framme.db-wal']
    .map((name) => readFileSync(join(dataDir, name), 'latin1'))
    .join('');
  expect(files).toContain('$argon2id$');
  expect(files).not.toContain(cookie.slice('framme='.length));
  expect(files).not.toContain(Buffer.from(PASSWORD).toString('latin1'));
});
