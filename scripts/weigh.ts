import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { importsOf, readSource } from '#tests/support/walls/source.ts';
import { ROOT } from './client-build.ts';

// Usage: npm run weigh [-- --small]: lines, files and words of the repository, each beside its aim; --small lists the small files.
const LINES = 51_000;
const FILES = 950;
const SMALL_FILES = 60;
const WORDS = 40_000;

/** A file of fewer lines with one importer is part of it, unless it is something one looks for by its name. */
const SMALL_LINES = 25;

const ROOMS = ['client', 'domain', 'server', 'scripts'];
const isTest = (path: string) => /\.(test|spec|contract)\.|\/contract\//.test(path);
/** Commands, endpoints and texts are looked for by name, however short they are. */
const isNamed = (path: string) => /\/(commands|endpoints|framme|translations)\/|\/texts\.ts$/.test(path);
const isTypeScript = (path: string) => /\.tsx?$/.test(path);

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const find = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => /node_modules|(^|\/)\.git/.test(name) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

/** Counts lines that are neither blank nor a comment. */
function linesOf(path: string): number {
  return read(path)
    .split('\n')
    .filter((line) => !/^\s*($|\/\/|\*|\/\*)/.test(line)).length;
}

const product = find(`{${ROOMS.join(',')}}/**/*.{ts,tsx,mjs,css}`).filter((path) => !isTest(path));
const lines = new Map(product.map((path) => [path, linesOf(path)]));
const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + (lines.get(path) ?? 0), 0);

/** Returns the files of the product under 25 lines that one other file of it imports. */
function smallFiles(): string[] {
  const importers = new Map<string, Set<string>>();
  for (const path of product.filter(isTypeScript))
    for (const target of importsOf(readSource(path, read(path))))
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
  return product
    .filter((path) => isTypeScript(path) && !isNamed(path))
    .filter((path) => (lines.get(path) ?? 0) < SMALL_LINES && importers.get(path)?.size === 1);
}

/** Counts the words of all prose, as `wc -w` does. */
function words(): number {
  const prose = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...find('docs/**/*.md')];
  return prose.reduce((total, path) => total + read(path).split(/\s+/).filter(Boolean).length, 0);
}

const small = smallFiles();
const rows = [
  ['lines of the product', sum(product), LINES],
  ['TypeScript files of it', product.filter(isTypeScript).length, FILES],
  [`files under ${SMALL_LINES} lines with one importer`, small.length, SMALL_FILES],
  ['words of prose', words(), WORDS],
] as const;
for (const [name, is, most] of rows) console.log(`${name}: ${is} (at most ${most})`);

if (process.argv.includes('--small')) {
  console.log();
  for (const path of small) console.log(`${lines.get(path)} ${path}`);
} else {
  const folders = Map.groupBy(product, (path) => posix.dirname(path).split('/').slice(0, 3).join('/'));
  console.log();
  for (const [folder, paths] of folders)
    console.log(`${sum(paths)} lines in ${paths.length} files: ${folder}`);
}
