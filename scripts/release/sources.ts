import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

/** The sources that a server needs while it runs. */
const SHIPPED = [
  'domain/**/*.ts',
  'server/**/*.ts',
  'server/**/*.mjs',
  'scripts/framme.ts',
  'scripts/framme/**/*.ts',
];
const LEFT_OUT = /\.test\.ts$/;
/** A name that ends in .ts where code refers to another file: an import, or the address of a worker or child process. */
const REFERENCE = /((?:from|import\(?|new URL\(|Worker\()\s*['"][^'"\n]+)\.ts(['"])/g;
const PACKAGE = /(?:from|import\(?|require\()\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;

/** Copies the sources as plain JavaScript. Returns the names of the packages that they import. */
export function copySources(root: string, folder: string): Set<string> {
  const packages = new Set<string>();
  for (const path of globSync(SHIPPED, { cwd: root }).filter((one) => !LEFT_OUT.test(one))) {
    const to = join(folder, path).replace(/\.ts$/, '.js');
    mkdirSync(dirname(to), { recursive: true });
    if (path.endsWith('.mjs')) {
      cpSync(join(root, path), to);
      continue;
    }
    const code = asJavaScript(readFileSync(join(root, path), 'utf8'));
    for (const [, name = ''] of code.matchAll(PACKAGE)) packages.add(name);
    writeFileSync(to, code);
  }
  return packages;
}

/** Strips the types and lets the references name JavaScript files. */
function asJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replace(REFERENCE, '$1.js$2');
}
