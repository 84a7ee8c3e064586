import type { Id } from '#domain/ids.ts';
import { parsePath } from '#domain/paths.ts';
import type { Batch } from '../ports/store.ts';

/** Returns the children that a request removes; their unsent notices go with them. */
export function removedChildren({ documents }: Pick<Batch, 'documents'>): Id[] {
  return documents.flatMap(({ path, document }) => {
    const { kind, id } = (document === undefined && parsePath(path)) || {};
    return kind === 'child' && id !== undefined ? [id] : [];
  });
}
