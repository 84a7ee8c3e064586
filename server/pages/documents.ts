import type { DocumentName } from '#domain/pages/rendering.ts';
import { type Representations, representationOf } from './representations.ts';

/** The documents of all pages, in memory. */
export interface Documents {
  /** A guarded page has a frame alone, and that for anybody. Undefined where the build has no such page. */
  find(name: DocumentName): Representations | undefined;
}

/** A document as the renderer returns it, compressed once. */
export type CompressedDocument = DocumentName & Record<keyof Representations, Uint8Array>;

export function documentsOf(compressed: readonly CompressedDocument[]): Documents {
  const found = new Map<string, Representations>();
  for (const document of compressed) {
    const { br, gzip, identity } = document;
    found.set(keyOf(document), {
      br: representationOf(br),
      gzip: representationOf(gzip),
      identity: representationOf(identity),
    });
  }
  return { find: (name) => found.get(keyOf(name)) ?? found.get(keyOf({ ...name, kind: 'app-shell' })) };
}

function keyOf({ page, language, kind }: DocumentName): string {
  return `${kind} ${language} ${page}`;
}
