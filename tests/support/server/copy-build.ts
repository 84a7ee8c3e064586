import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/client-build.ts';

/** Copies the build to a folder, without the documents: servers that start now write these, and each draws its own. */
export function copyBuild(to: string): void {
  const documents = join(ROOT, 'dist/documents');
  cpSync(join(ROOT, 'dist'), to, { recursive: true, filter: (path) => path !== documents });
}
