import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageRoutes } from '#domain/pages/pages.ts';
import { ROOT } from '#scripts/client-build.ts';

/**
 * Environment of servers that are started many times: shares compiled sources between them. A killed one adds none, so they take
 * what others have compiled before.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'framme-compile-cache'),
};

/** The pages that the server can serve; none before the client is built. */
export function builtPages(): readonly string[] {
  return existsSync(join(ROOT, 'dist/client/index.html')) ? pageRoutes : [];
}

/** Throws if a program is missing, with the way to install it. */
export function requireTool({ name, get }: { name: string; get: string }): void {
  const { status } = spawnSync('sh', ['-c', `command -v ${name}`]);
  if (status !== 0)
    throw new Error(`This figure needs the program "${name}", which is not installed. ${get}`);
}
