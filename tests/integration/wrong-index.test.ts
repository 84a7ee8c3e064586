import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { spoilIndex } from '#tests/support/server/wrong-index.ts';

const SEND = fileURLToPath(new URL('../../deploy/send-backup', import.meta.url));

async function spoilt() {
  const place = { DATA_DIR: temporaryFolder() };
  await openSqliteStore(place.DATA_DIR, () => undefined).close();
  expect((await framme(place, 'backup')).code).toBe(0);
  spoilIndex(join(place.DATA_DIR, 'framme.db'));
  return { place, backups: join(place.DATA_DIR, 'backups') };
}

test('a backup of a wrong index fails with what helps, also as JSON, and doctor warns until it is mended', async () => {
  const { place, backups } = await spoilt();
  const doctor = async () => {
    const { checks } = JSON.parse((await framme(place, 'doctor', '--json')).stdout);
    return checks.find(({ name }: { name: string }) => name === 'backup');
  };
  expect(await doctor()).toMatchObject({ state: 'ok' });
  const told = await framme(place, 'backup', '--keep', '2');
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toMatch(
    /^An index .* \(row \d+ missing from index attempts_by_end\)\. The backup .*-wrong-index\.db was made all the same/,
  );
  const { code, stdout, stderr } = await framme(place, 'backup', '--keep', '1', '--json');
  const written = JSON.parse(stdout);
  expect([code, stderr]).toEqual([1, expect.stringContaining(written.file)]);
  expect(written).toMatchObject({ indexFault: expect.stringMatching(/^row \d+ missing/) });
  expect(written.removed).toHaveLength(1);
  expect(readdirSync(backups)).toHaveLength(2);
  expect(await doctor()).toMatchObject({ state: 'warning', remedy: expect.stringContaining('restore it') });
  const checked = await framme(place, 'restore', '--check', written.file);
  expect(checked.stdout).toMatch(
    / is whole: .* Its indexes do not match its tables \(row .*\)\. A restore builds/,
  );
  const restored = await framme(place, 'restore', written.file);
  expect(restored.stdout).toMatch(/ was restored: .* Its indexes did not match .* They were built anew\.\n/);
  expect((await framme(place, 'verify')).code).toBe(0);
  expect((await framme(place, 'backup')).code).toBe(0);
  expect(await doctor()).toMatchObject({ state: 'ok' });
});

test('a backup with a wrong index is sent to another machine, and its service fails', async () => {
  const { place, backups } = await spoilt();
  const [tools, there] = [temporaryFolder(), temporaryFolder()];
  const tool = (name: string, text: string) => {
    writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  tool('age', 'for last; do :; done; exec cp "$last" "$5"');
  tool('ssh', `cd '${there}' && exec sh -c "$2"`);
  const send = () =>
    spawnSync('sh', [SEND, backups, 'there'], {
      encoding: 'utf8',
      env: { PATH: `${tools}:${process.env.PATH}`, TMPDIR: temporaryFolder() },
    });
  expect(send()).toMatchObject({ status: 0, stderr: '' });
  expect((await framme(place, 'backup')).code).toBe(1);
  expect(send()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^An index in it does not match/),
  });
  expect(readdirSync(there)).toHaveLength(2);
});
