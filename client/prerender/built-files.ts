import { sourceOf } from '#client/app/page-sources.ts';
import { sourceOfTexts } from '#client/translations/parts.ts';
import type { Language } from '#domain/fields.ts';
import type { BuiltFile, DocumentName, RenderInput } from '#domain/pages/rendering.ts';

type Manifest = RenderInput['manifest'];

const APP = 'index.html';
const BOOT = 'app/boot.ts';

/** The built files behind a document, by their addresses. */
export interface Files {
  /** Fetches the rest when the page has been painted. */
  boot: string;
  /** The app, and all that it will ask for on this page, so that none waits for another to name it. */
  app: string;
  others: readonly string[];
  styles: readonly string[];
}

export function filesFor({ page, language, kind }: DocumentName, manifest: Manifest): Files {
  const { route, parts } = sourceOf(page);
  const sources = [APP, `routes/${route}.tsx`, ...parts.map((part) => sourceOfTexts(part, language))];
  if (kind === 'frame') sources.push(...forParents(language));
  const needed = closure(sources, manifest);
  const app = addressOf(builtFrom(APP, manifest).file);
  return {
    boot: addressOf(builtFrom(BOOT, manifest).file),
    app,
    others: unique(needed.map(({ file }) => addressOf(file))).filter((address) => address !== app),
    styles: unique(needed.flatMap(({ css = [] }) => css.map(addressOf))),
  };
}

/** What a frame will be filled with is a parent's (client/app/load-signed-in.ts). */
function forParents(language: Language): string[] {
  return [
    'shell/signed-in-parts.ts',
    'data/household.ts',
    'data/sync-client.ts',
    sourceOfTexts('parents', language),
  ];
}

/** These sources and all that they import, what is imported first, as styles must come. */
function closure(sources: readonly string[], manifest: Manifest): BuiltFile[] {
  const [found, seen] = [[] as BuiltFile[], new Set<string>()];
  const add = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    const built = builtFrom(source, manifest);
    for (const other of built.imports ?? []) add(other);
    found.push(built);
  };
  for (const source of sources) add(source);
  return found;
}

/** Throws where the build has no such source. */
function builtFrom(source: string, manifest: Manifest): BuiltFile {
  const built = manifest[source];
  if (!built) throw new Error(`The build has no ${source}, which a page needs.`);
  return built;
}

function unique(addresses: readonly string[]): string[] {
  return [...new Set(addresses)];
}

/** From the root, so that a document also works at an address some folders down. */
function addressOf(file: string): string {
  return `/${file}`;
}
