import type { Language } from '../language.ts';
import type { AppPage, PagePath } from './pages.ts';
import type { SiteInfo } from './site-info.ts';

/** '*' is the page for unknown paths. */
type DocumentPage = PagePath | '*';
export type AppDocumentPage = AppPage | '*';

/**
 * A page for visitors; that page with `?lng=`; the empty shell that the app fills for parents and guarded
 * pages.
 */
type DocumentKind = 'signed-out' | 'explicit-language' | 'app-shell';

export interface DocumentName {
  page: DocumentPage;
  language: Language;
  kind: DocumentKind;
}

export interface AppDocumentName extends DocumentName {
  page: AppDocumentPage;
}

export interface RenderedDocument extends DocumentName {
  html: string;
}

export interface BuiltFile {
  file: string;
  imports?: readonly string[];
  css?: readonly string[];
}

export interface BuiltEntry {
  template: string;
  manifest: Readonly<Record<string, BuiltFile>>;
}

export interface RenderInput extends BuiltEntry {
  linkPage: BuiltEntry;
  host: SiteInfo;
}

export interface Renderer {
  /** Rejects if the build lacks a file that a page needs. */
  renderDocuments(input: RenderInput): Promise<RenderedDocument[]>;
}
