import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { pageRoutes } from '#domain/pages/pages.ts';
import { ROOT } from './defences/tree.ts';

/** Servers that are started a thousand times need not compile their sources each time. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'framme-compile-cache') };

/** The machine in general words. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${platform()}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`;
}

/** The pages that the server can serve: none where the client was never built. */
export function builtPages(): readonly string[] {
  return existsSync(join(ROOT, 'dist/client/index.html')) ? pageRoutes : [];
}

/** Throws where a program is missing, and says how to get it. */
export function requireTool({ name, get }: { name: string; get: string }): void {
  const { status } = spawnSync('sh', ['-c', `command -v ${name}`]);
  if (status !== 0) throw new Error(`This figure needs the program "${name}", which is not here. ${get}`);
}
