import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(ROOT, 'dist/client.stamp');
const INPUTS = [
  'client',
  'domain',
  'vite.config.ts',
  'vite.link-page.config.ts',
  'scripts/bundle.ts',
  'scripts/chunks.ts',
  'scripts/vite-plugins.ts',
  'package-lock.json',
];
const OUTPUTS = [
  'dist/client/index.html',
  'dist/client/visit.html',
  'dist/render/render.js',
  'dist/packages.json',
];

/** The result says whether it had to build. */
export function ensureClientBuilt(): boolean {
  if (isClientFresh()) return false;
  buildClient();
  return true;
}

/** In a separate process, so that the server does not keep its memory. */
export function buildClient(): void {
  const wanted = fingerprint(ROOT, INPUTS);
  // An interrupted build leaves no stamp, and so counts as none.
  rmSync(STAMP, { force: true });
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/bundle.ts')], {
    cwd: ROOT,
    // Under a test React would build in development mode.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The client could not be built; the reason stands above.');
  writeFileSync(STAMP, wanted);
}

function isClientFresh(): boolean {
  if (![STAMP, ...OUTPUTS.map((file) => join(ROOT, file))].every((file) => existsSync(file))) return false;
  return readFileSync(STAMP, 'utf8') === fingerprint(ROOT, INPUTS);
}

export function fingerprint(root: string, inputs: string[]): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesIn(join(root, input))).sort()) {
    const contents = readFileSync(path);
    hash.update(`${relative(root, path)}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
