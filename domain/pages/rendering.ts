import type { Language } from '../fields.ts';
import type { Host } from './host.ts';
import type { PagePath } from './pages.ts';

/** A page that can be drawn; '*' stands in for every address that has none. */
export type DrawnPage = PagePath | '*';

/**
 * What a document holds: a page for `visitor`s, the same at an address that `asked` for its language by `?lng=`, or the
 * empty `frame` that the app fills on the device, for a parent and for what is behind a guard.
 */
export type DocumentKind = 'visitor' | 'asked' | 'frame';

/** What tells one document from another. */
export interface DocumentName {
  page: DrawnPage;
  language: Language;
  kind: DocumentKind;
}

export interface RenderedDocument extends DocumentName {
  html: string;
}

/** What Vite says of a built file: its address, what it needs at once, and its styles. */
export interface BuiltFile {
  file: string;
  imports?: readonly string[];
  css?: readonly string[];
}

/** What the documents are made of: the built index.html, Vite's manifest by source, and who hosts. */
export interface RenderInput {
  template: string;
  manifest: Readonly<Record<string, BuiltFile>>;
  host: Host;
}

/** What the build's render bundle offers to the server. */
export interface Renderer {
  /** Every document there is. Throws where the build lacks what a page needs. */
  renderDocuments(input: RenderInput): Promise<RenderedDocument[]>;
}
