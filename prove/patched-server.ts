import { join } from 'node:path';
import type { Edit } from './defences/defence.ts';
import { copyTree, patch } from './defences/tree.ts';

/** A control's server: the sources with something taken away. Out: the file to start. */
export function patchedServer(...edits: readonly Edit[]): string {
  const tree = copyTree();
  patch(tree, edits);
  return join(tree, 'server/main.ts');
}
