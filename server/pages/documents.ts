import type { DocumentName } from '#domain/pages/rendering.ts';
import { type Representations, representationOf } from './representations.ts';

/** The documents of all pages, in memory. */
export interface Documents {
  /** Names the build and the host's settings that they were rendered from. */
  id: string;
  /** Falls back to the app shell, the only document of a guarded page. Returns undefined for a page that is not built. */
  find(name: DocumentName): Representations | undefined;
}

/** A document as the renderer returns it, compressed once. */
export type CompressedDocument = DocumentName & Record<keyof Representations, Uint8Array>;

export function documentsOf(id: string, compressed: readonly CompressedDocument[]): Documents {
  const found = new Map<string, Representations>();
  for (const document of compressed) {
    const { br, gzip, identity } = document;
    found.set(keyOf(document), {
      br: representationOf(br),
      gzip: representationOf(gzip),
      identity: representationOf(identity),
    });
  }
  return {
    id,
    find: (name) => found.get(keyOf(name)) ?? found.get(keyOf({ ...name, kind: 'app-shell' })),
  };
}

function keyOf({ page, language, kind }: DocumentName): string {
  return `${kind} ${language} ${page}`;
}
