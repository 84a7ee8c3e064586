import { posix } from 'node:path';
import { parseSync } from 'vite';

/** The facts of one source file that the rules check; path and specifiers with forward slashes. */
export interface Source {
  path: string;
  imports: string[];
  globals: string[];
  lines: number;
  openForms: number;
  /** Reads of the device's clock. */
  clockReads: number;
}

type Node = { type: string; [key: string]: unknown };

/** Parses one file; the path is relative to the repository, like client/data/storage/journal.ts. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const source: Source = {
    path,
    imports: [],
    globals: [],
    openForms: 0,
    clockReads: 0,
    lines: text.trimEnd().split('\n').length,
  };
  visit(program as unknown as Node, undefined, source);
  return source;
}

/** The targets of all imports and re-exports of a file. */
export function importsOf(source: Source): string[] {
  return source.imports.map((specifier) => targetOf(source.path, specifier));
}

/** The target of an import: client/data/port.ts for our own files, the specifier itself for packages. */
export function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier));
  return specifier;
}

function visit(node: Node, parent: Node | undefined, source: Source): void {
  const specifier = importedBy(node);
  if (specifier !== undefined) source.imports.push(specifier);
  if (node.type === 'Identifier' && isGlobalUse(node, parent)) source.globals.push(String(node.name));
  if (isOpenForm(node)) source.openForms += 1;
  if (isClockRead(node)) source.clockReads += 1;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, node, source);
    }
  }
}

/** True for a form that a browser sends by itself, with its fields in the address, until a script takes it over. */
function isOpenForm(node: Node): boolean {
  if (node.type !== 'JSXOpeningElement' || (node.name as Node).name !== 'form') return false;
  const attributes = node.attributes as { name?: { name: string }; value?: { value: unknown } }[];
  return !attributes.some(({ name, value }) => name?.name === 'method' && value?.value === 'dialog');
}

/** True for `Date.now` and for `new Date()` without a time. */
function isClockRead(node: Node): boolean {
  const isDate = (one: unknown) => isNode(one) && one.name === 'Date';
  if (node.type === 'NewExpression') return isDate(node.callee) && (node.arguments as []).length === 0;
  return node.type === 'MemberExpression' && isDate(node.object) && (node.property as Node).name === 'now';
}

/** The specifier of an import or re-export, static, dynamic or of a type. */
function importedBy(node: Node): string | undefined {
  if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration|TSImportType)$/.test(node.type))
    return undefined;
  const literal = node.source ?? node.argument;
  return isNode(literal) && typeof literal.value === 'string' ? literal.value : undefined;
}

/** False for x.fetch() and { fetch: … }, which are names of ours; true for fetch() and window.fetch(). */
function isGlobalUse(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression' && parent.property === node && parent.computed !== true) {
    const owner = parent.object;
    return isNode(owner) && ['window', 'globalThis', 'self', 'navigator'].includes(String(owner.name));
  }
  const isKey = parent.key === node && parent.computed !== true && parent.shorthand !== true;
  return !isKey;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
