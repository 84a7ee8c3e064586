import type { Language } from '../language.ts';
import type { Host } from './host.ts';
import type { AppPage, PagePath } from './pages.ts';

/** A page that can be prerendered; '*' is the page for unknown paths. */
export type DocumentPage = PagePath | '*';
export type AppDocumentPage = AppPage | '*';

/**
 * The contents of a document: a page for `visitor`s; the same page at a URL with `?lng=` (`explicit-language`); or the
 * empty `app-shell` that the app fills on the device, for signed-in parents and guarded pages.
 */
export type DocumentKind = 'signed-out' | 'explicit-language' | 'app-shell';

/** Identifies a document. */
export interface DocumentName {
  page: DocumentPage;
  language: Language;
  kind: DocumentKind;
}

/** Identifies a document of the app. */
export interface AppDocumentName extends DocumentName {
  page: AppDocumentPage;
}

export interface RenderedDocument extends DocumentName {
  html: string;
}

/** An entry of Vite's manifest: a built file, its static imports and its styles. */
export interface BuiltFile {
  file: string;
  imports?: readonly string[];
  css?: readonly string[];
}

/** The bundler's product of an entry: its HTML, and Vite's manifest by source. */
export interface BuiltEntry {
  template: string;
  manifest: Readonly<Record<string, BuiltFile>>;
}

/** The input of prerendering: the app's entry, that of the reader's page, and the host. */
export interface RenderInput extends BuiltEntry {
  reader: BuiltEntry;
  host: Host;
}

/** The exports of the render bundle. */
export interface Renderer {
  /** Renders every document. Rejects if the build lacks a file that a page needs. */
  renderDocuments(input: RenderInput): Promise<RenderedDocument[]>;
}
