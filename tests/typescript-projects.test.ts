import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const REFUSED: [room: string, text: string, culprit: string][] = [
  ['domain', 'console.log(1);', 'console'],
  ['domain', "export const address = new URL('https://example.org');", 'URL'],
  ['domain', 'export const now = process.uptime();', 'process'],
  ['client', 'export const now = process.uptime();', 'process'],
  ['client', "import { readFileSync } from 'node:fs'; export const read = readFileSync;", 'node:fs'],
  ['server', 'export const title = document.title;', 'document'],
  ['server', 'export const first: string = process.argv[2];', 'undefined'],
];

const ACCEPTED: [room: string, text: string][] = [
  ['domain', 'export const half = (whole: number): number => whole / 2;'],
  ['client', 'export const title = (): string => document.title;'],
  ['server', "import { readFileSync } from 'node:fs'; export const read = readFileSync;"],
];

const outputs = new Map<string, string[]>();

/** Compiles all texts of a TypeScript project in one run, each as a file. Returns the compiler's lines. */
function compiled(room: string): string[] {
  const known = outputs.get(room);
  if (known) return known;
  const folder = join(ROOT, 'node_modules/.cache/rooms', room);
  mkdirSync(folder, { recursive: true });
  const texts = [...REFUSED, ...ACCEPTED].filter(([of]) => of === room).map(([, text]) => text);
  // The `export` makes each a module.
  for (const [at, text] of texts.entries())
    writeFileSync(join(folder, `probe-${at}.ts`), `${text}\nexport {};\n`);
  const settings = { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: ROOT };
  const files = texts.map((_, at) => `probe-${at}.ts`);
  const project = { extends: `${ROOT}tsconfig.${room}.json`, compilerOptions: settings, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...project, include: [], references: [] }));
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  const lines = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n');
  outputs.set(room, lines);
  return lines;
}

/** Returns the complaints about one of the texts. */
function complaints(room: string, text: string): string {
  const texts = [...REFUSED, ...ACCEPTED].filter(([of]) => of === room).map(([, one]) => one);
  const file = `probe-${texts.indexOf(text)}.ts`;
  return compiled(room)
    .filter((line) => line.includes(`${room}/${file}(`))
    .join('\n');
}

test.each(REFUSED)('%s refuses: %s', (room, text, culprit) => {
  expect(complaints(room, text)).toMatch(new RegExp(`error TS.*'?${culprit}`));
});

test.each(ACCEPTED)('%s accepts: %s', (room, text) => {
  expect(complaints(room, text)).toBe('');
});

test('the compiler complains about nothing but the refused texts', () => {
  const probe = /probe-\d+\.ts\(/;
  const others = ['domain', 'client', 'server'].flatMap(compiled).filter((line) => line.trim() !== '');
  expect(others.filter((line) => !probe.test(line) && !line.startsWith(' '))).toEqual([]);
});
