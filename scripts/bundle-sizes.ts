import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundlesFor } from '#client/app/page-chunks.ts';
import { sourceOfTexts } from '#client/translations/translations.ts';
import { LANGUAGES, type Language } from '#domain/language.ts';
import type { BuiltFile } from '#domain/pages/rendering.ts';
import { readFiles, workerScript } from '#server/pages/static-files.ts';
import { SIGNED_IN_ENTRIES, SIGNED_OUT_ENTRIES } from './chunks.ts';
import { ROOT } from './client-build.ts';

/** First load, gzipped, in bytes. */
export interface PageSize {
  page: string;
  script: number;
  style: number;
}

const KB = 1000;
/** Gzipped bytes of a first load; `visit` is the page behind a link to a visit. */
export const BUDGET = { home: 120 * KB, page: 150 * KB, style: 15 * KB, worker: 5 * KB, visit: 81 * KB };

export function tooLarge(pages: readonly PageSize[]): string[] {
  return pages.flatMap(({ page, script, style }) => [
    ...over(`${page} loads`, 'JavaScript', script, limitOf(page)),
    ...over(`${page} loads`, 'CSS', style, BUDGET.style),
  ]);
}

function limitOf(page: string): number {
  if (page === 'visit') return BUDGET.visit;
  return page === 'home' ? BUDGET.home : BUDGET.page;
}

function over(subject: string, what: string, size: number, most: number): string[] {
  return size > most
    ? [`${subject} ${kilobytes(size)} of ${what}; at most ${kilobytes(most)} is allowed`]
    : [];
}

export function workerTooLarge(size: number): string[] {
  return over('the device keeps', 'service worker', size, BUDGET.worker);
}

export function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`;
}

export type Manifest = Record<string, BuiltFile & { isDynamicEntry?: boolean }>;

const ENTRY = 'index.html';
const MANIFEST = '.vite/manifest.json';
const VISIT_MANIFEST = '.vite/visit-manifest.json';
const PAGES = /^routes\/([\w-]+)\.tsx$/;
const HOME = 'routes/home.tsx';

/** In the largest language. */
export function pageSizes(manifest: Manifest, sizeOf: (file: string) => number): PageSize[] {
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);
  const routes = Object.keys(manifest).filter((key) => PAGES.test(key) && manifest[key]?.isDynamicEntry);
  const size = (route: string, isParent: boolean): Omit<PageSize, 'page'> => {
    const loads = LANGUAGES.map((language) =>
      needed(manifest, [ENTRY, route, ...additionalSources(route, language, isParent)]),
    );
    return {
      script: Math.max(...loads.map(({ scripts }) => sum(scripts))),
      style: Math.max(...loads.map(({ styles }) => sum(styles))),
    };
  };
  return routes.flatMap((route) => {
    const page = PAGES.exec(route)?.[1] ?? route;
    const signedIn = { page: route === HOME ? 'home of a parent' : page, ...size(route, true) };
    if (!SIGNED_OUT_ENTRIES.includes(route)) return [signedIn];
    const visitors = { page, ...size(route, false) };
    return route === HOME ? [visitors, signedIn] : [visitors];
  });
}

/** Must match client/app/main.tsx. */
function additionalSources(route: string, language: Language, isParent: boolean): string[] {
  const texts = bundlesFor(PAGES.exec(route)?.[1] ?? '').map((bundle) => sourceOfTexts(bundle, language));
  return isParent ? [...texts, ...SIGNED_IN_ENTRIES] : texts;
}

function needed(manifest: Manifest, keys: readonly string[]) {
  const [scripts, styles, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const add = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const built = manifest[key];
    if (!built)
      throw new Error(`The build has no ${key}: the check of its sizes must be brought up to date.`);
    scripts.add(built.file);
    for (const file of built.css ?? []) styles.add(file);
    for (const other of built.imports ?? []) add(other);
  };
  for (const key of keys) add(key);
  return { scripts, styles };
}

/** The page behind a link to a visit, in the larger language. */
export function visitPageSize(manifest: Manifest, sizeOf: (file: string) => number): PageSize {
  const sum = (sources: string[]) =>
    [...needed(manifest, sources).scripts].reduce((total, file) => total + sizeOf(file), 0);
  const loads = LANGUAGES.map((language) =>
    sum(['visit.html', 'link-page/start.tsx', `link-page/translations/${language}.ts`]),
  );
  return { page: 'visit', script: Math.max(...loads), style: sum(['style.css']) };
}

export function builtPageSizes(): PageSize[] {
  const folder = builtFolder();
  const sizeOf = (file: string) => gzipped(readFileSync(join(folder, file)));
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Manifest;
  return [...pageSizes(read(MANIFEST), sizeOf), visitPageSize(read(VISIT_MANIFEST), sizeOf)];
}

/** Gzipped bytes, as the server completes it. */
export function builtWorkerSize(): number {
  const folder = builtFolder();
  return gzipped(workerScript(folder, [], readFiles(folder).keys()));
}

function builtFolder(): string {
  const folder = join(ROOT, 'dist/client');
  if (existsSync(join(folder, MANIFEST))) return folder;
  throw new Error('There is no build of the client: run "npm run build" first.');
}

function gzipped(contents: string | Buffer): number {
  return gzipSync(contents, { level: 9 }).length;
}
