import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Compiles a text under the settings of a TypeScript project. Returns the compiler's output. */
function compileIn(room: string, text: string): string {
  const folder = join(ROOT, 'node_modules/.cache/rooms', room);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'probe.ts'), text);
  const settings = { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: ROOT };
  const project = { extends: `${ROOT}tsconfig.${room}.json`, compilerOptions: settings, files: ['probe.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...project, include: [], references: [] }));
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).stdout;
}

test.each([
  ['domain', 'console.log(1);', 'console'],
  ['domain', "export const address = new URL('https://example.org');", 'URL'],
  ['domain', 'export const now = process.uptime();', 'process'],
  ['client', 'export const now = process.uptime();', 'process'],
  ['client', "import { readFileSync } from 'node:fs'; export const read = readFileSync;", 'node:fs'],
  ['server', 'export const title = document.title;', 'document'],
  ['server', 'export const first: string = process.argv[2];', 'undefined'],
])('%s refuses: %s', (room, text, culprit) => {
  expect(compileIn(room, text)).toMatch(new RegExp(`error TS.*'?${culprit}`));
});

test.each([
  ['domain', 'export const half = (whole: number): number => whole / 2;'],
  ['client', 'export const title = (): string => document.title;'],
  ['server', "import { readFileSync } from 'node:fs'; export const read = readFileSync;"],
])('%s accepts: %s', (room, text) => {
  expect(compileIn(room, text)).toBe('');
});
