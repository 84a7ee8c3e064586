import type { DocumentName } from '#domain/pages/rendering.ts';
import { type Stored, sent } from './stored.ts';

/** Every document of the pages, in memory. */
export interface Documents {
  /** A guarded page has a frame alone, and that for anybody. Undefined where the build has no such page. */
  find(name: DocumentName): Stored | undefined;
}

/** A document as the renderer hands it over: compressed once and for all. */
export type CompressedDocument = DocumentName & Record<keyof Stored, Uint8Array>;

export function documentsOf(compressed: readonly CompressedDocument[]): Documents {
  const found = new Map<string, Stored>();
  for (const document of compressed) {
    const { br, gzip, identity } = document;
    found.set(keyOf(document), { br: sent(br), gzip: sent(gzip), identity: sent(identity) });
  }
  return { find: (name) => found.get(keyOf(name)) ?? found.get(keyOf({ ...name, kind: 'app-shell' })) };
}

function keyOf({ page, language, kind }: DocumentName): string {
  return `${kind} ${language} ${page}`;
}
