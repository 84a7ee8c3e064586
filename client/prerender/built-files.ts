import { chunkSourceOf } from '#client/app/page-chunks.ts';
import { sourceOfTexts } from '#client/translations/parts.ts';
import type { AppDocumentName, BuiltFile, RenderInput } from '#domain/pages/rendering.ts';

type Manifest = RenderInput['manifest'];

const APP = 'index.html';
const BOOT = 'app/boot.ts';
const NEW_DEVICE = 'data/new-device.ts';
const SYNC = 'data/wire/sync-client.ts';

/** The URLs of the built files that a document lists. */
export interface Files {
  /** Loads the app after the first paint. */
  boot: string;
  /** Begins on a device that holds no account. */
  begin: string;
  /** The code that such a device needs besides `others`, before its first screen. */
  sync: readonly string[];
  /** The app's entry. */
  app: string;
  /** Everything the app will import on this page, so that no file waits for another to name it. */
  others: readonly string[];
  styles: readonly string[];
}

export function filesFor({ page, language, kind }: AppDocumentName, manifest: Manifest): Files {
  const { route, parts } = chunkSourceOf(page);
  const sources = [APP, `routes/${route}.tsx`, ...parts.map((part) => sourceOfTexts(part, language))];
  // Filled for a signed-in parent, whose app loads these before its first screen (client/app/main.tsx). The sync code comes
  // after that screen: to name it here delays the screen on a slow phone.
  if (kind === 'app-shell')
    sources.push('shell/signed-in-parts.ts', 'data/tap/household.ts', sourceOfTexts('signedIn', language));
  const needed = closure(sources, manifest);
  const addresses = (files: readonly BuiltFile[]) => unique(files.map(({ file }) => addressOf(file)));
  const app = addressOf(builtFrom(APP, manifest).file);
  const known = addresses(needed);
  return {
    boot: addressOf(builtFrom(BOOT, manifest).file),
    begin: addressOf(builtFrom(NEW_DEVICE, manifest).file),
    sync: addresses(closure([SYNC], manifest)).filter((address) => !known.includes(address)),
    app,
    others: known.filter((address) => address !== app),
    styles: unique(needed.flatMap(({ css = [] }) => css.map(addressOf))),
  };
}

/** These sources and all that they import; imports come first, which is the order that styles need. */
export function closure(sources: readonly string[], manifest: Manifest): BuiltFile[] {
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

/** Throws if the build has no such source. */
function builtFrom(source: string, manifest: Manifest): BuiltFile {
  const built = manifest[source];
  if (!built) throw new Error(`The build has no ${source}, which a page needs.`);
  return built;
}

function unique(addresses: readonly string[]): string[] {
  return [...new Set(addresses)];
}

/** Absolute, so that a document also works at a nested path. */
export function addressOf(file: string): string {
  return `/${file}`;
}
