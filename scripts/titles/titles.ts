import { parseSync } from 'vite';

/** A test as its source calls it: placeholders of tables and templates stand as they are written. */
export interface Title {
  file: string;
  title: string;
}

/**
 * A test that is gone, and the one that covers it now. '*' as its title means all of its file; 'gone' as the file of now that
 * what it tested is no more, and the title why.
 */
export interface Replaced {
  before: Title;
  now: Title;
}

type Node = { type: string; [key: string]: unknown };

/** Returns the titles of a file's tests: of each call whose first argument is a text and whose last is a function. */
export function titlesOf(file: string, source: string): Title[] {
  const titles: Title[] = [];
  visit(parseSync(file, source).program as unknown as Node, (node) => {
    const title = titleOf(node);
    if (title !== undefined) titles.push({ file, title });
  });
  return titles;
}

/**
 * Returns a sentence for each former title that is neither there, in whatever file, nor replaced by one that is, and for each
 * replacement that names no test. Files move: one of now is where to look first.
 */
export function missingTitles(former: Title[], now: Title[], replaced: Replaced[]): string[] {
  const left = Map.groupBy(now, ({ title }) => normal(title));
  const covered = Map.groupBy(replaced, ({ before }) => keyOf(before));
  const isCovered = (one: Title) => covered.has(keyOf(one)) || covered.has(keyOf({ ...one, title: '*' }));
  const missing = former.filter((one) => !left.has(normal(one.title)) && !isCovered(one));
  const files = new Set(now.map(({ file }) => file));
  const stands = ({ file, title }: Title) =>
    file === 'gone' || (title === '*' ? files.has(file) : left.has(normal(title)));
  const wrong = replaced.filter((one) => !stands(one.now));
  return [
    ...missing.map(({ file, title }) => `gone: ${file}: ${title}`),
    ...wrong.map(
      ({ before, now: { file, title } }) => `replaced by no test: ${before.title} (${file}: ${title})`,
    ),
  ];
}

const keyOf = ({ file, title }: Title) => `${file}\t${normal(title)}`;

/** Names in placeholders may change. */
function normal(title: string): string {
  return title
    .replaceAll(/\$\{[^}]*\}|\$[\w.]+|%[sdijo#%]/g, '*')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function titleOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const args = node.arguments as Node[];
  const [first, last] = [args[0], args.at(-1)];
  if (!first || !last || first === last || !isFunction(last) || !isTest(node.callee as Node))
    return undefined;
  if (first.type === 'Literal' && typeof first.value === 'string') return first.value;
  if (first.type !== 'TemplateLiteral') return undefined;
  const quasis = first.quasis as { value: { cooked: string } }[];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: A placeholder.
  return quasis.map(({ value }) => value.cooked).join('${}');
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** True for test(…), it.each(…)(…), and what extends Playwright's test under a name of its own. */
function isTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return !/^(describe|step|on|once)$/.test(String(callee.name));
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    const table = (callee.callee ?? callee.tag) as Node;
    return table.type === 'MemberExpression' && !/^describe$/.test(nameOf(table.object as Node));
  }
  if (callee.type !== 'MemberExpression') return false;
  const property = nameOf(callee.property as Node);
  return /^(fails|only|skip|sequential|concurrent)$/.test(property) && isTest(callee.object as Node);
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? String(node.name) : '');

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, look);
}
