import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import type { Kept, Part, PartResult } from './report.ts';

/** A part that is run alone leaves what the others measured in place; each says of which day and commit it is. */
const FOLDER = join(ROOT, 'bench/results');

export function keep({ name, title }: Part, result: PartResult, pace: [number, number]): void {
  const date = new Date().toISOString().slice(0, 10);
  const kept: Kept = { ...result, name, title, date, commit: commit(), machine: machine(), pace };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(kept, null, 2));
}

/** In: the parts in the order of the page. Out: the newest result of each that was ever run. */
export function keptResults(parts: readonly Part[]): Kept[] {
  return parts
    .map(({ name }) => join(FOLDER, `${name}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Kept);
}

function commit(): string {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
}

/** In general words: what kind of machine, not which one. */
function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${process.platform}-${process.arch}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}`;
}
