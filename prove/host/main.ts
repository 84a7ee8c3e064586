import { existsSync, rmSync } from 'node:fs';
import type { Claim, Part, Tool } from './claim.ts';
import { compose } from './compose.ts';
import { runFolder } from './debian.ts';
import { page } from './page.ts';
import { recovery } from './recovery.ts';
import { sentBackup } from './sent-backup.ts';
import { units } from './units.ts';

// Usage: npm run prove:host [-- names of parts]. Needs root on Debian: it makes chroots, builds an image in one, and runs PostgreSQL.
const PARTS: readonly Part[] = [units, compose, page, recovery, sentBackup];
const wanted = process.argv.slice(2);
const counts = { held: 0, controls: 0, failed: 0 };

for (const part of PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const lacks = missing(part.tools);
  for (const words of lacks) failed(`${part.name}: missing: ${words}`);
  if (lacks.length > 0) continue;
  const folder = runFolder();
  try {
    await part.run((claim) => prove(part.name, claim), folder);
  } catch (error) {
    failed(`${part.name}: ${wordsOf(error)}`);
  }
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.held} held, ${counts.controls} controls failed as they must, ${counts.failed} wrong`);
process.exit(counts.failed === 0 && counts.held > 0 ? 0 : 1);

async function prove(part: string, { name, run, control }: Claim): Promise<void> {
  try {
    console.log(`holds: ${part}, ${name}: ${await run()}`);
    counts.held += 1;
  } catch (error) {
    failed(`${part}, ${name}: ${wordsOf(error)}`);
  }
  try {
    console.log(`  control, ${control.what}: fails, as it must: ${await control.run()}`);
    counts.controls += 1;
  } catch (error) {
    failed(`  control, ${control.what}: ${wordsOf(error)}`);
  }
}

function missing(tools: readonly Tool[]): string[] {
  const folders = `${process.env.PATH}:/usr/sbin:/sbin`.split(':');
  const lacking = tools.filter(
    ({ program }) => !folders.some((folder) => existsSync(`${folder}/${program}`)),
  );
  const root = process.getuid?.() === 0 ? [] : ['root, which chroots and namespaces need: run it by sudo'];
  return [...root, ...lacking.map(({ program, get }) => `${program}: ${get}`)];
}

function failed(words: string): void {
  console.log(`FAILS: ${words}`);
  counts.failed += 1;
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().slice(-600);
}
