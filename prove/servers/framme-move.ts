import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { compileCache } from '../machine.ts';

/** The place of an installation's data, as the settings of a server or a command. */
export type Place = Readonly<{ DATA_DIR: string } | { DATABASE_URL: string }>;

/** The result of a move that was not killed. */
export interface MoveResult {
  code: number | null;
  stderr: string;
  /** The hash of all tables, where both sides have the same. */
  hash?: string;
  wasThere?: boolean;
  seconds?: number;
}

/** The lines of progress that a move tells, one for each twentieth of both its steps. */
export const PROGRESS_LINES = 42;

const endOf = (place: Place) => ('DATA_DIR' in place ? `sqlite:${place.DATA_DIR}` : 'postgres:');

/** Runs `framme move` from the sources of a folder. With `killAt` it is killed that many lines of progress later, and some ms. */
export async function runMove(
  tree: string,
  from: Place,
  to: Place,
  killAt?: { lines: number; ms: number },
): Promise<MoveResult> {
  const words = ['move', '--from', endOf(from), '--to', endOf(to), '--json'];
  const child = spawn(process.execPath, [join(tree, 'scripts/framme.ts'), ...words], {
    env: { ...compileCache, ...from, ...to },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr]: [string[], string[]] = [[], []];
  createInterface(child.stdout).on('line', (line) => stdout.push(line));
  createInterface(child.stderr).on('line', (line) => {
    stderr.push(line);
    if (killAt && stderr.length === killAt.lines) void pause(killAt.ms).then(() => child.kill('SIGKILL'));
  });
  const [code] = (await ended) as [number | null];
  return { code, stderr: stderr.join('\n'), ...(code === 0 && JSON.parse(stdout.join('\n'))) };
}

/** Runs `framme verify` on a place. Returns the number of households and faults; undefined if there is no data. */
export function verified(place: Place): { households: number; faults: number } | undefined {
  const { stdout } = spawnSync(process.execPath, ['scripts/framme.ts', 'verify', '--json'], {
    env: { ...compileCache, ...place },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return stdout === '' ? undefined : JSON.parse(stdout);
}
