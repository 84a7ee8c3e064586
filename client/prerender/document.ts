import { chunkSourceOf } from '#client/app/page-chunks.ts';
import { SCRIPTS_ELEMENT } from '#client/app/scripts-element.ts';
import { prefetchSessionContents } from '#client/data/prefetch-session-contents.ts';
import { PREFETCH_SESSION_ELEMENT } from '#client/data/prefetch-session-element.ts';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { sourceOfTexts } from '#client/translations/translations.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/language.ts';
import type { AppDocumentName, BuiltFile, RenderInput } from '#domain/pages/rendering.ts';
import { headOf } from './head.ts';
import { addressOf, builtFrom, closure, fillTemplate, jsonElement, script, style } from './html.ts';

interface Contents {
  page: string;
  withoutScripts: string;
}

export function documentOf(name: AppDocumentName, contents: Contents, input: RenderInput): string {
  const files = filesFor(name, input.manifest);
  const isAppShell = name.kind === 'app-shell';
  const page = isAppShell ? '' : ` data-page="${name.page}"`;
  const links = [
    ...files.styles.map(style),
    ...(isAppShell ? scriptsAtOnce(files) : scriptsAfterPaint(files)),
  ];
  const parts: [string, string][] = [
    [`<html lang="${DEFAULT_LANGUAGE}">`, `<html lang="${name.language}">`],
    ['"/manifest.webmanifest"', `"${manifestPath(name.language)}"`],
    ['<!--head-->', headOf(name, input.host)],
    ['</head>', `  ${links.join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', `<div id="root"${page}>${contents.page}</div>`],
    ['<!--end-->', contents.withoutScripts],
  ];
  return fillTemplate(input.template, parts);
}

/** Readable without scripts, so they load after the first paint. */
function scriptsAfterPaint({ boot, app, others }: Files): string[] {
  return [jsonElement(SCRIPTS_ELEMENT, [app, ...others]), script(boot)];
}

/** Empty without scripts, so they load at once. */
function scriptsAtOnce({ app, others, begin, sync }: Files): string[] {
  const preload = (address: string) =>
    `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`;
  return [
    jsonElement(PREFETCH_SESSION_ELEMENT, prefetchSessionContents(sync)),
    scriptAtOnce(begin),
    script(app),
    ...others.map(preload),
  ];
}

/** Runs on arrival, without waiting for styles. */
function scriptAtOnce(address: string): string {
  return script(address).replace('<script', '<script async');
}

type Manifest = RenderInput['manifest'];

const APP = 'index.html';
const BOOT = 'app/boot.ts';
const PREFETCH_SESSION = 'data/prefetch-session.ts';
const SYNC = 'data/wire/sync-client.ts';

interface Files {
  boot: string;
  /** Prefetches the session in an app shell. */
  begin: string;
  /** Besides `others`, for the first screen of a device without an account. */
  sync: readonly string[];
  app: string;
  /** Everything the page imports, so that none is discovered late. */
  others: readonly string[];
  styles: readonly string[];
}

function filesFor({ page, language, kind }: AppDocumentName, manifest: Manifest): Files {
  const { route, bundles } = chunkSourceOf(page);
  const sources = [APP, `routes/${route}.tsx`, ...bundles.map((bundle) => sourceOfTexts(bundle, language))];
  // Needed before an app shell's first screen (client/app/main.tsx). Sync code there would delay it on a slow
  // phone.
  if (kind === 'app-shell') sources.push('shell/signed-in-parts.ts', 'data/view/household.ts');
  const needed = closure(sources, manifest);
  const addresses = (files: readonly BuiltFile[]) => unique(files.map(({ file }) => addressOf(file)));
  const app = addressOf(builtFrom(APP, manifest).file);
  const known = addresses(needed);
  return {
    boot: addressOf(builtFrom(BOOT, manifest).file),
    begin: addressOf(builtFrom(PREFETCH_SESSION, manifest).file),
    sync: addresses(closure([SYNC], manifest)).filter((address) => !known.includes(address)),
    app,
    others: known.filter((address) => address !== app),
    styles: unique(needed.flatMap(({ css = [] }) => css.map(addressOf))),
  };
}

function unique(addresses: readonly string[]): string[] {
  return [...new Set(addresses)];
}

/** Same as in client/ui/tokens.css and `theme-color`. */
const LIGHT = '#fbfaf7';
const DARK = '#14171c';

const ICON = { src: 'icon-192.png', sizes: '192x192', type: 'image/png' };

function manifestPath(language: Language): string {
  return `/manifest.${language}.webmanifest`;
}

function shortcutIcon(action: string): object {
  return { src: `shortcut-${action}.png`, sizes: '96x96', type: 'image/png' };
}

/** One id for all languages, or another language would be another app. */
function manifestIn(language: Language): object {
  const { common } = ALL_TEXTS[language];
  const screenshot = (form_factor: 'narrow' | 'wide', sizes: string) => ({
    src: `screenshot-${form_factor}.${language}.png`,
    sizes,
    type: 'image/png',
    form_factor,
    label: common.nav.dashboard,
  });
  return {
    id: '/',
    name: common.brand,
    short_name: common.brand,
    description: common.footer.line,
    lang: language,
    dir: 'ltr',
    start_url: './dashboard',
    scope: './',
    display: 'standalone',
    background_color: LIGHT,
    theme_color: LIGHT,
    color_scheme_dark: { background_color: DARK, theme_color: DARK },
    categories: ['lifestyle', 'utilities'],
    launch_handler: { client_mode: 'navigate-existing' },
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { ...ICON, purpose: 'any' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: common.checkIn, url: './dashboard?check-in', icons: [shortcutIcon('check-in')] },
      { name: common.checkOut, url: './dashboard?check-out', icons: [shortcutIcon('check-out')] },
    ],
    screenshots: [screenshot('narrow', '720x1520'), screenshot('wide', '2560x1600')],
  };
}

export const webManifests: ReadonlyMap<string, string> = new Map(
  LANGUAGES.map((language) => [manifestPath(language), JSON.stringify(manifestIn(language))]),
);
