import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { withFs } from '#tests/support/server/hooked.ts';

/** Longer than a command that hangs is left alone: it is killed first. */
const WAIT_MS = 100_000;

/** Makes a folder with what is no folder and no file of ours, by name. */
function oddPlaces(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'text');
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  return folder;
}

const NO_FOLDERS = ['/proc/x', 'file/x', 'pipe'];
const NO_FILES = ['folder', 'loop', 'pipe', '/dev/zero'];
const at = (folder: string, name: string) => (name.startsWith('/') ? name : join(folder, name));

async function expectSentence(run: ReturnType<typeof framme>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await run;
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/"at":|node:/);
}

describe.runIf(process.platform === 'linux')('a path that a command cannot use ends with a sentence:', () => {
  async function prepare() {
    const { dataDir: data, stop } = await startApp();
    await stop();
    const { stdout } = await framme({ DATA_DIR: data }, 'backup', '--json');
    return { data, backup: JSON.parse(stdout).file as string, odd: oddPlaces() };
  }

  test('the folder of a backup', { timeout: WAIT_MS }, async () => {
    const { data, odd } = await prepare();
    await Promise.all(
      NO_FOLDERS.map((name) =>
        expectSentence(
          framme({ DATA_DIR: data }, 'backup', '--to', at(odd, name)),
          /cannot be written to \(E\w+\)\. Choose another by --to, or make the user who runs this its owner/,
        ),
      ),
    );
  });

  test('the folder of the data that a restore or a start fills', { timeout: WAIT_MS }, async () => {
    const { backup, odd } = await prepare();
    await Promise.all(
      NO_FOLDERS.flatMap((name) =>
        [['restore', backup], ['migrate']].map((words) =>
          expectSentence(
            framme({ DATA_DIR: at(odd, name) }, ...words),
            /cannot write to the data folder .*\(E/,
          ),
        ),
      ),
    );
  });

  test('a backup that is no file', { timeout: WAIT_MS }, async () => {
    const { data, odd } = await prepare();
    await Promise.all(
      NO_FILES.map((name) =>
        expectSentence(
          framme({ DATA_DIR: data }, 'restore', '--check', at(odd, name)),
          /^There is no file|is no file, but/,
        ),
      ),
    );
  });

  test.each(['pipe', 'folder'])('a %s in the place of the database', { timeout: WAIT_MS }, async (kind) => {
    const { backup } = await prepare();
    const folder = temporaryFolder();
    if (kind === 'pipe') execFileSync('mkfifo', [join(folder, 'framme.db')]);
    else mkdirSync(join(folder, 'framme.db'));
    const commands = [['verify'], ['migrate'], ['restore', backup]];
    for (const words of commands)
      await expectSentence(framme({ DATA_DIR: folder }, ...words), /framme\.db is no file, but/);
  });

  test('a file system that takes nothing', { timeout: WAIT_MS }, async () => {
    const { data, odd } = await prepare();
    const readOnly = withFs(`const refused = (path) => {
        throw Object.assign(new Error(), { code: 'EROFS', errno: ${-constants.errno.EROFS}, syscall: 'open', path });
      };
      fs.openSync = (path, flags, mode) => (flags === 'wx' ? refused(path) : was.openSync(path, flags, mode));`);
    await expectSentence(
      framme({ DATA_DIR: data, ...readOnly }, 'backup', '--to', join(odd, 'folder')),
      /\/framme-.*\.part: read-only file system \(EROFS\)/,
    );
  });
});
