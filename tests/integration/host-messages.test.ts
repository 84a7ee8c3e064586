import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { withheld } from '#tests/support/server/hooked.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));

/** Stops a server, and returns its data folder with a backup of it elsewhere. */
async function stopped() {
  const app = await startApp();
  const { stdout } = await framme(app.place, 'backup', '--json', '--to', temporaryFolder());
  await app.stop();
  return { folder: app.dataDir, backup: JSON.parse(stdout).file as string };
}

test('a backup that this user may not read is not called missing, and the sentence says what to do', async () => {
  const { folder, backup } = await stopped();
  const env = { DATA_DIR: folder, ...withheld(backup) };
  for (const words of [
    ['restore', backup],
    ['restore', '--check', backup],
  ])
    expect(await framme(env, ...words)).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: `This user may not read ${backup}. Copy it to where the user of the server may read, as into DATA_DIR, make that user its owner (chown), and name the copy.\n`,
    });
});

test('data that this user may not read is not called missing either', async () => {
  const { folder, backup } = await stopped();
  const file = join(folder, 'framme.db');
  const ofFile = { DATA_DIR: folder, ...withheld(file) };
  const says = `This user may not read ${file}. Run this as the user of the server, or make that user its owner.\n`;
  for (const words of [['verify'], ['backup'], ['migrate']])
    expect(await framme(ofFile, ...words)).toMatchObject({ code: 1, stderr: says });
  const other = temporaryFolder();
  copyFileSync(backup, join(other, 'framme.db'));
  const ofFolder = { DATA_DIR: other, ...withheld(other) };
  expect(await framme(ofFolder, 'verify')).toMatchObject({
    ...{ code: 1 },
    stderr: `This user may not read the data folder ${other}. Run this as the user of the server.\n`,
  });
});

test.each([
  ['PGDMP\x01\x0f', 'is of PostgreSQL, and DATABASE_URL is not set. Set it to an empty database'],
  ['age-encryption.org/v1\n-> X25519 ', 'is encrypted. Open it by age --decrypt first'],
])('a backup of another kind is not called damaged: %j', async (beginning, says) => {
  const { folder } = await stopped();
  const file = join(temporaryFolder(), 'framme.dump');
  writeFileSync(file, beginning + 'x'.repeat(5000));
  for (const words of [
    ['restore', file],
    ['restore', '--check', file],
  ]) {
    const { code, stderr } = await framme({ DATA_DIR: folder }, ...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} ${says}`)]);
    expect(stderr).not.toContain('damaged');
  }
});

test('the data itself is not restored as its own backup, which somebody may delete after it', async () => {
  const { folder, backup } = await stopped();
  const file = join(folder, 'framme.db');
  copyFileSync(backup, file);
  const before = readdirSync(folder);
  expect(await framme({ DATA_DIR: folder }, 'restore', file)).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: `${file} is the data itself. Give a backup of it another name, and restore that.\n`,
  });
  expect(readdirSync(folder)).toEqual(before);
});

test('a unit without its file of settings ends with a sentence that names the file', () => {
  // As systemd calls it where the variable is not set.
  const sent = spawnSync(join(DEPLOY, 'send-backup'), [temporaryFolder(), ''], { encoding: 'utf8' });
  expect(sent).toMatchObject({
    ...{ status: 1, stdout: '' },
    stderr:
      'There is no machine to send to: write BACKUP_MACHINE=user@machine into /etc/framme/send-backup.env.\n',
  });
  // A required file that is missing ends the unit the program runs, and systemd does not name it.
  const units = globSync('systemd/*.service', { cwd: DEPLOY }).map((name) =>
    readFileSync(join(DEPLOY, name), 'utf8'),
  );
  expect(units.length).toBeGreaterThan(2);
  for (const unit of units) expect(unit).not.toMatch(/^EnvironmentFile=[^-]/m);
});
