import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { LANGUAGES, type Language, LOCALES, otherLanguages } from '#domain/language.ts';
import type { Host } from '#domain/pages/host.ts';
import { HOST_ELEMENT } from '#domain/pages/host.ts';
import { kindOf } from '#domain/pages/pages.ts';
import type { AppDocumentName } from '#domain/pages/rendering.ts';
import { headTexts } from './texts.ts';

const PICTURE = { path: '/share.png', width: 1200, height: 630 };

/** Escapes text for HTML contents and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns the head lines that differ by document: title, description, links, social card, and the host as JSON. */
export function headOf(name: AppDocumentName, host: Host): string {
  const { title, description } = headTexts(name.page, ALL_TEXTS[name.language]);
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(isIndexed(name) ? languageLinks(name, host) : [meta('name', 'robots', 'noindex')]),
    ...(isIndexed(name) ? card(name, host, title, description) : []),
    jsonElement(HOST_ELEMENT, host),
  ].join('\n    ');
}

/** True if search engines may list the document. */
function isIndexed({ page, kind }: AppDocumentName): boolean {
  return kind !== 'app-shell' && page !== '*' && kindOf(page) === 'public';
}

/** The canonical URL and those of the other languages. */
function languageLinks(name: AppDocumentName, { origin }: Host): string[] {
  if (origin === undefined) return [];
  const url = origin + name.page;
  return [
    link('canonical', addressOf(name, origin)),
    ...LANGUAGES.map((language) => link('alternate', `${url}?lng=${language}`, language)),
    link('alternate', url, 'x-default'),
  ];
}

function card(name: AppDocumentName, { origin }: Host, title: string, description: string): string[] {
  const { common, home } = ALL_TEXTS[name.language].app;
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', common.brand),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:locale', openGraphLocale(name.language)),
    ...otherLanguages(name.language).map((other) =>
      meta('property', 'og:locale:alternate', openGraphLocale(other)),
    ),
    ...(origin === undefined ? [] : picture(addressOf(name, origin), origin, home.how.picture)),
  ];
}

function openGraphLocale(language: Language): string {
  return LOCALES[language].replace('-', '_');
}

/** The social card's URL and image, which must be absolute. */
function picture(url: string, origin: string, words: string): string[] {
  return [
    meta('property', 'og:url', url),
    meta('property', 'og:image', origin + PICTURE.path),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(PICTURE.width)),
    meta('property', 'og:image:height', String(PICTURE.height)),
    meta('property', 'og:image:alt', words),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function addressOf({ page, language, kind }: AppDocumentName, origin: string): string {
  return origin + page + (kind === 'explicit-language' ? `?lng=${language}` : '');
}

export function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;
}

function link(rel: 'canonical' | 'alternate', href: string, language?: string): string {
  const hreflang = language === undefined ? '' : ` hreflang="${language}"`;
  return `<link rel="${rel}"${hreflang} href="${escapeHtml(href)}" />`;
}

/** Returns a script element with JSON; `<` is escaped, so that the contents cannot close the element. */
export function jsonElement(id: string, contents: unknown): string {
  const json = JSON.stringify(contents).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
