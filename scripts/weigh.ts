import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { targetOf } from '#tests/support/import-rules/source.ts';
import { ROOT } from './client-build.ts';

// Usage: npm run weigh [-- names | exports | comments | lines]: the sizes in scripts/bounds.json, or the list behind one of them.
// A size above its bound fails npm run check; the commit that raises a bound says why.

type Bounds = Record<keyof typeof sizes, { most: number; target: number }>;
type Node = { type: string; [key: string]: unknown };

const isTest = (path: string) => /\.(test|spec|contract)\.|\/contract\//.test(path);
const isTypeScript = (path: string) => /\.tsx?$/.test(path);
/** Languages and engines have files of one name on purpose. */
const isTwin = (path: string) =>
  /\/(sv|en|texts|translations)\/|\.module\.css$|\/(sqlite|postgres)\//.test(path);

const find = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => /node_modules|(^|\/)\.git/.test(name) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
const text = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
/** Neither blank nor a comment. */
const linesOf = (path: string) =>
  text(path)
    .split('\n')
    .filter((line) => !/^\s*($|\/\/|\*|\/\*)/.test(line)).length;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
const wordsIn = (prose: string) => prose.split(/\s+/).filter((word) => /\w/.test(word)).length;

const product = find('{client,domain,server,scripts}/**/*.{ts,tsx,mjs,css}').filter((path) => !isTest(path));
const tests = [
  ...find('{client,domain,server,scripts}/**/*.{ts,tsx}').filter(isTest),
  ...find('{tests,e2e,prove,bench}/**/*.{ts,tsx,mjs}'),
  ...find('prove/mutations/rows/*.txt'),
];
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...find('docs/**/*.md')];
const commentWords = new Map(product.map((path) => [path, sum(commentsOf(path).map(wordsIn))]));
const names = Map.groupBy(
  product.filter((path) => isTypeScript(path) && !isTwin(path)),
  (path) => posix.basename(path),
);
const shared = [...names].filter(([, paths]) => paths.length > 1);
const single = exportsOfOneUser();

const sizes = {
  'lines of the product': sum(product.map(linesOf)),
  'TypeScript files of the product': product.filter(isTypeScript).length,
  'files of server/store': product.filter((path) => path.startsWith('server/store/')).length,
  'lines of tests, proofs and benchmarks': sum(tests.map(linesOf)),
  'words of comments in the product': sum(commentWords.values()),
  'words of documentation': sum(pages.map((path) => text(path).split(/\s+/).filter(Boolean).length)),
  'file names used more than once': shared.length,
  'exports used by one file only': single.length,
};

const LISTS: Record<string, () => string[]> = {
  names: () => shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
  exports: () => single,
  comments: () => largest([...commentWords]),
  lines: () => {
    const folders = Map.groupBy(product, (path) => posix.dirname(path).split('/').slice(0, 3).join('/'));
    return largest([...folders].map(([folder, paths]) => [folder, sum(paths.map(linesOf))]));
  },
};

const list = LISTS[process.argv[2] ?? ''];
if (list) for (const line of list()) console.log(line);
else {
  const bounds = JSON.parse(text('scripts/bounds.json')) as Bounds;
  for (const [name, size] of Object.entries(sizes)) {
    const { most, target } = bounds[name as keyof typeof sizes];
    const aim = target < most ? `, to become ${target}` : '';
    console.log(`${name}: ${size} (at most ${most}${aim})${size > most ? ': TOO MANY' : ''}`);
    if (size > most) process.exitCode = 1;
  }
}

function largest(rows: [string, number][]): string[] {
  return rows.toSorted(([, one], [, other]) => other - one).map(([name, size]) => `${size} ${name}`);
}

function commentsOf(path: string): string[] {
  if (path.endsWith('.css')) return text(path).match(/\/\*[\s\S]*?\*\//g) ?? [];
  return parseSync(path, text(path)).comments.map(({ value }) => value);
}

/** An import by one other file of the product counts, type or value; a test's does not. */
function exportsOfOneUser(): string[] {
  const users = new Map<string, Set<string>>();
  const declared: string[] = [];
  for (const path of product.filter((one) => /\.(tsx?|mjs)$/.test(one)))
    for (const node of parseSync(path, text(path)).program.body as unknown as Node[]) {
      for (const name of importedNames(node)) {
        const target = `${targetOf(path, String((node.source as Node).value))} ${name}`;
        users.set(target, (users.get(target) ?? new Set()).add(path));
      }
      for (const name of exportedNames(node)) declared.push(`${path} ${name}`);
    }
  return declared.filter((name) => users.get(name)?.size === 1);
}

function importedNames({ type, specifiers, source }: Node): string[] {
  if (!source || (type !== 'ImportDeclaration' && type !== 'ExportNamedDeclaration')) return [];
  return (specifiers as Node[]).flatMap((one) => {
    const name = (type === 'ImportDeclaration' ? one.imported : one.local) as Node | undefined;
    return name ? [String(name.name)] : [];
  });
}

function exportedNames({ type, declaration }: Node): string[] {
  if (type !== 'ExportNamedDeclaration' || !declaration) return [];
  const { id, declarations } = declaration as Node;
  const ids = declarations ? (declarations as Node[]).map((one) => one.id as Node) : [id as Node];
  return ids.flatMap((one) => (one?.type === 'Identifier' ? [String(one.name)] : []));
}
