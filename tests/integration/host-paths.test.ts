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

  type Ways = (at: { data: string; backup: string; path: string }) => [dataDir: string, ...words: string[]][];
  test.each<[what: string, names: readonly string[], ways: Ways, says: RegExp]>([
    [
      'the folder of a backup',
      NO_FOLDERS,
      ({ data, path }) => [[data, 'backup', '--to', path]],
      /cannot be written to \(E\w+\)\. Choose another by --to, or make the user who runs this its owner/,
    ],
    [
      'the folder of the data that a restore or a start fills',
      NO_FOLDERS,
      ({ backup, path }) => [
        [path, 'restore', backup],
        [path, 'migrate'],
      ],
      /cannot write to the data folder .*\(E/,
    ],
    [
      'a backup that is no file',
      NO_FILES,
      ({ data, path }) => [[data, 'restore', '--check', path]],
      /^There is no file|is no file, but/,
    ],
  ])('%s', { timeout: WAIT_MS }, async (_what, names, ways, says) => {
    const { odd, ...place } = await prepare();
    const runs = names.flatMap((name) => ways({ ...place, path: at(odd, name) }));
    await Promise.all(
      runs.map(([DATA_DIR, ...words]) => expectSentence(framme({ DATA_DIR }, ...words), says)),
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
