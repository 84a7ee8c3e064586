import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { fileFault, makeFolder } from './files.ts';

test('a folder is made with those above it, for this user alone, also if it is there already', () => {
  const folder = temporaryFolder();
  const made = join(folder, 'a', 'b');
  makeFolder(made);
  makeFolder(made);
  expect([made, join(folder, 'a')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test.runIf(process.platform === 'linux').each([
  ['/proc/x', 'ENOENT'],
  ['/proc/x/y', 'ENOENT'],
  ['file', 'EEXIST'],
  ['file/x', 'ENOTDIR'],
  ['loop/x', 'EEXIST'],
  ['dangling/x', 'EEXIST'],
  ['pipe', 'EEXIST'],
  ['/dev/null/x', 'ENOTDIR'],
  ['x'.repeat(300), 'ENAMETOOLONG'],
  ['', 'ENOENT'],
])('no folder is made at %j, and the reason is told in words', (name, code) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  let thrown: unknown;
  try {
    makeFolder(name === '' || name.startsWith('/') ? name : join(folder, name));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code });
  expect(fileFault(thrown)).toMatch(/: [a-z ]+ \(E[A-Z]+\)$/);
});

test('an error that tells of no file has no such words', () => {
  expect(fileFault(new Error('a name that a parent typed'))).toBeUndefined();
  const constraint = Object.assign(new Error('x'), { errcode: 19, errstr: 'constraint failed' });
  expect(fileFault(constraint)).toBeUndefined();
});
