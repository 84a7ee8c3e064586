import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './client-build.ts';
import { missingTitles, type Replaced, type Title, titlesOf } from './titles/titles.ts';

// npm run titles -- <commit>: every test of that commit still stands, or tests/replaced-titles.tsv names the one that covers it.
const LIST = 'tests/replaced-titles.tsv';
const IS_TEST =
  /\.(test|spec|journey|control)\.tsx?$|^server\/store\/contract\/|^tests\/contract\/|\.contract\.ts$/;

const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('Usage: npm run titles -- <commit>');

const before = git('ls-tree', '-r', '--name-only', commit)
  .split('\n')
  .filter((file) => IS_TEST.test(file));
const now = (
  await Array.fromAsync(
    glob('{domain,client,server,e2e,bench,prove,tests,scripts}/**/*.{ts,tsx}', { cwd: ROOT }),
  )
).filter((file) => IS_TEST.test(file));

const formerTitles = before.flatMap((file) => titlesOf(file, git('show', `${commit}:${file}`)));
const titles = now.flatMap((file) => titlesOf(file, readFileSync(join(ROOT, file), 'utf8')));
const complaints = missingTitles(formerTitles, titles, replaced());
for (const complaint of complaints) console.error(complaint);
console.log(`${formerTitles.length} titles at ${commit}, ${titles.length} now, ${complaints.length} missing`);
process.exitCode = complaints.length === 0 && formerTitles.length > 0 ? 0 : 1;

function replaced(): Replaced[] {
  if (!existsSync(join(ROOT, LIST))) return [];
  return readFileSync(join(ROOT, LIST), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [file = '', title = '', fileNow = '', titleNow = ''] = line.split('\t');
      return { before: { file, title }, now: { file: fileNow, title: titleNow } satisfies Title };
    });
}

function git(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
