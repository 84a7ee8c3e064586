import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import type { Part, PartResult, StoredResult } from './report.ts';

/** One file per part, so that a part that is run alone leaves the other results in place. */
const FOLDER = join(ROOT, 'bench/results');

export function storeResult(
  { name, title, needsBefore }: Part,
  result: PartResult,
  pace: [number, number],
): void {
  const date = new Date().toISOString().slice(0, 10);
  const command = `npm run bench -- ${name}${needsBefore ? ' --before <checkout>' : ''}`;
  const about = { name, title, command, date, commit: commit(), machine: machine(), pace };
  const kept: StoredResult = { ...result, ...about };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(kept, null, 2));
}

/** Returns the newest result of each part that was ever run, in the order of the parts. */
export function storedResults(parts: readonly Part[]): StoredResult[] {
  return parts
    .map(({ name }) => join(FOLDER, `${name}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as StoredResult);
}

function commit(): string {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
}

/** Describes the kind of machine, without identifying it. */
function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${process.platform}-${process.arch}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}`;
}
