import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { copyBuild } from '#tests/support/server/copy-build.ts';
import type { Edit } from './mutation.ts';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report']);

/** Copies the working tree beside the same packages, to a folder that is deleted when the process exits. */
export function copyTree(): string {
  const folder = runFolder();
  for (const name of readdirSync(ROOT)) {
    if (NOT_SOURCES.has(name) || name === '.git') continue;
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  // Copied, not linked: a patch of a client source rebuilds it.
  if (existsSync(join(ROOT, 'dist'))) copyBuild(join(folder, 'dist'));
  return folder;
}

/** Makes these edits in a copy; throws if one no longer fits its file. Returns the undo. */
export function patch(folder: string, edits: readonly Edit[]): () => void {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
  for (const edit of edits) {
    const path = join(folder, edit.file);
    writeFileSync(path, patched(readFileSync(path, 'utf8'), edit));
  }
  return () => {
    for (const [file, text] of before) writeFileSync(join(folder, file), text);
  };
}

/** Throws if the edit does not fit exactly once. */
export function patched(text: string, { file, from, to }: Edit): string {
  const parts = text.split(from);
  if (parts.length === 2) return parts.join(to);
  throw new Error(
    `The patch of ${file} fits ${parts.length - 1} times instead of once. It looks for:\n${from}`,
  );
}
