import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../defences/tree.ts';
import { rngOf } from '../figure.ts';
import { writeLargeDatabase } from '../servers/large-database.ts';

const BYTES = 2_000_000_000;
const KILLS = 20;

/** Kills the migration of a database of 2 GB at random moments, then lets it end. Takes three times its size of the disk. */
export async function killLargeMigration(
  script: string,
  seed: number,
): Promise<{ found: string; holds: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'framme-large-'));
  const [original, file] = [join(folder, 'original.db'), join(folder, 'framme.db')];
  const migrateWhole = () => spawnSync(process.execPath, [script, file, 'large'], { cwd: ROOT }).status === 0;
  try {
    writeLargeDatabase(original, BYTES);
    const before = sumsOf(original);
    copyFileSync(original, file);
    const begun = performance.now();
    const isClean = migrateWhole();
    const seconds = (performance.now() - begun) / 1000;
    const after = sumsOf(file);
    const size = `${(statSync(file).size / 1e6).toFixed(0)} MB`;
    copyFileSync(original, file);
    const rng = rngOf(seed);
    let broken = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await migrateAndKill(script, file, rng() * seconds * 1000);
      const left = sumsOf(file);
      if (left !== before && left !== after) broken += 1;
      // A kill that came too late leaves nothing to kill.
      if (left !== before) copyFileSync(original, file);
    }
    const isThrough = migrateWhole();
    return {
      found: `a database of ${size} was migrated in ${seconds.toFixed(0)} s, and killed at ${KILLS} random moments: ${broken} left something in between`,
      holds: isClean && isThrough && before !== after && broken === 0 && sumsOf(file) === after,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function migrateAndKill(script: string, file: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [script, file, 'large'], { cwd: ROOT, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await pause(afterMs);
  child.kill('SIGKILL');
  await ended;
}

/** Returns the schema's version, with the number of visits and of all letters in them. */
function sumsOf(file: string): string {
  const db = new DatabaseSync(file);
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const sums = db.prepare('SELECT count(*) AS rows, sum(length(body)) AS letters FROM visits').get();
  db.close();
  return JSON.stringify([version, sums]);
}
