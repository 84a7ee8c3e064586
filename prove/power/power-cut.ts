import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('synced-files.c', import.meta.url));
const PAGE = 4096;

/** A data folder that can lose power. */
export interface PowerCutFolder {
  dataDir: string;
  /** The environment for a server on it. */
  env: Record<string, string>;
  /** Call after the server was killed: discards unsynced bytes. Returns how many were lost. */
  cut: () => number;
}

/**
 * Makes such a folder. `rng` decides which unsynced bytes survive: of some files none, of others any pages,
 * as a disk may write pages in any order.
 */
export function powerCutFolder(rng: () => number): PowerCutFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'framme-power-')));
  const [dataDir, contents, names] = ['data', 'synced/contents', 'synced/names'].map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  }) as [string, string, string];
  const env = {
    LD_PRELOAD: compiled(folder),
    FRAMME_DATA: dataDir,
    FRAMME_SYNCED: join(folder, 'synced'),
  };
  const cut = () => {
    let gone = 0;
    for (const name of readdirSync(dataDir)) {
      const [present, synced] = [join(dataDir, name), join(contents, name)];
      const before = readFileSync(present);
      if (!existsSync(join(names, name))) rmSync(present);
      else
        writeFileSync(
          present,
          survivingBytes(before, existsSync(synced) ? readFileSync(synced) : undefined, rng),
        );
      const after = existsSync(present) ? readFileSync(present) : Buffer.alloc(0);
      gone += differingBytes(before, after);
    }
    // The survivors count as synced.
    for (const name of readdirSync(dataDir)) copyFileSync(join(dataDir, name), join(contents, name));
    return gone;
  };
  return { dataDir, env, cut };
}

function compiled(folder: string): string {
  const library = join(folder, 'synced-files.so');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The library for power cuts could not be compiled.\n${stderr}`);
  return library;
}

function survivingBytes(present: Buffer, synced: Buffer | undefined, rng: () => number): Buffer {
  const disk = Buffer.from(synced ?? Buffer.alloc(0));
  if (rng() < 0.5) return disk;
  const length = Math.max(disk.length, Math.floor(rng() * (present.length + 1)));
  const mixed = Buffer.alloc(length);
  disk.copy(mixed);
  for (let at = 0; at < length; at += PAGE) {
    if (rng() < 0.5) present.copy(mixed, at, at, Math.min(at + PAGE, length));
  }
  return mixed;
}

function differingBytes(one: Buffer, other: Buffer): number {
  let count = Math.abs(one.length - other.length);
  for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) count += 1;
  return count;
}
