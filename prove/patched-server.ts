import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#scripts/client-build.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import type { Figure, Finding, Scale } from './figure.ts';
import type { Edit } from './mutations/mutation.ts';
import { patched } from './mutations/tree.ts';

/**
 * Makes a program for a control: the server, or another one, whose sources are edited while they are loaded. The other sources stay
 * where they are, so that their compiled form is found again. Returns its file; throws if an edit no longer fits.
 */
export function patchedServer(edits: readonly Edit[], main = 'server/main.ts'): string {
  const sources: Record<string, string> = {};
  for (const edit of edits) {
    const path = join(ROOT, edit.file);
    const { href } = pathToFileURL(path);
    sources[href] = patched(sources[href] ?? readFileSync(path, 'utf8'), edit);
  }
  const folder = runFolder();
  const entry = join(folder, 'main.mjs');
  writeFileSync(
    entry,
    `import { registerHooks } from 'node:module';
     const sources = ${JSON.stringify(sources)};
     registerHooks({
       load: (url, context, next) =>
         url in sources ? { format: 'module-typescript', source: sources[url], shortCircuit: true } : next(url, context),
     });
     await import(${JSON.stringify(pathToFileURL(join(ROOT, main)).href)});`,
  );
  return entry;
}

/** Measures a figure's control. */
export function runControl({ run, control }: Figure, scale: Scale): Promise<Finding> {
  return control.run?.(scale) ?? run(scale, control.entry ?? patchedServer(control.patch ?? []));
}

/** Runs several controls of a figure, each of which has to fail; stops at one that does not. */
export async function runControls<C>(
  controls: Readonly<Record<string, C>>,
  run: (control: C) => Promise<Finding>,
): Promise<Finding> {
  const told: string[] = [];
  for (const [name, control] of Object.entries(controls)) {
    const { holds, found } = await run(control);
    told.push(`${name}: ${found}`);
    if (holds) return { rounds: told.length, holds, found: `${name}: ${found}` };
  }
  return { rounds: told.length, holds: false, found: told.join('; ') };
}
