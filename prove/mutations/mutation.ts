import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';

/** Edits that disable one safeguard of the product, and the test that must fail then. */
export interface Mutation {
  /** Each `from` occurs exactly once in its file. */
  patch: readonly Edit[];
  guard: { project: Project; file: string; test: string };
}

export interface Edit {
  file: string;
  from: string;
  to: string;
}

/** Projects of vitest.config.ts. */
type Project = 'unit' | 'integration' | 'postgres';

/** Every mutation that npm run prove:mutations makes, one at a time; the names of rows/ are folders of the product. */
export function allMutations(): Mutation[] {
  const folder = join(ROOT, 'prove/mutations/rows');
  return readdirSync(folder).flatMap((name) => readMutations(readFileSync(join(folder, name), 'utf8')));
}

/** Reads the format of rows/: below `# file` the tests that guard it, `## test file > title`, each with the edits that it must notice. */
function readMutations(text: string): Mutation[] {
  const found: Mutation[] = [];
  let [file, guard] = ['', guardOf('')];
  for (const block of text.trim().split('\n\n')) {
    const [, name, test, edits = ''] = /^(?:# (.*)\n)?(?:## (.*)\n)?([\s\S]*)$/.exec(block) ?? [];
    file = name ?? file;
    guard = test === undefined ? guard : guardOf(test);
    found.push({ patch: readEdits(`@ ${file}\n${edits}`), guard });
  }
  return found;
}

/** A test file outside server/store/postgres runs on PostgreSQL after the word `postgres`. */
function guardOf(name: string): Mutation['guard'] {
  const [, onPostgres, file = '', test = ''] = /^(postgres )?(\S+) > (.*)$/.exec(name) ?? [];
  if (onPostgres || file.startsWith('server/store/postgres/')) return { project: 'postgres', file, test };
  const isUnit = /^(?:domain|client|scripts)\/|^tests\/[^/]+$/.test(file);
  return { project: isUnit ? 'unit' : 'integration', file, test };
}

/** Reads edits as in a diff: below `@ file` the lines to remove after `- `, and those in their place after `+ `. */
export function readEdits(text: string): Edit[] {
  const [, ...parts] = text.trim().split(/^@ (.*)\n/m);
  return parts.flatMap((file, at) => {
    if (at % 2 === 1) return [];
    const lines = (parts[at + 1] ?? '').trimEnd().split('\n');
    const stray = lines.find((line) => !/^[-+](?: |$)/.test(line));
    if (stray !== undefined) throw new Error(`An edit of ${file} has a line without - or +: ${stray}`);
    const after = (sign: string) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
    return [{ file, from: after('-').join('\n'), to: after('+').join('\n') }];
  });
}
