import { join } from 'node:path';
import type { Edit } from './defences/defence.ts';
import { copyTree, patch } from './defences/tree.ts';

/** Copies the sources and applies the edits, for a control. Returns the entry file to start. */
export function patchedServer(edits: readonly Edit[]): string {
  const tree = copyTree();
  patch(tree, edits);
  return join(tree, 'server/main.ts');
}
