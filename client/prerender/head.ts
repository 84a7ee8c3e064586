import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { AllTexts } from '#client/translations/translations.ts';
import { LANGUAGES, type Language, LOCALES, otherLanguages } from '#domain/language.ts';
import { kindOf } from '#domain/pages/pages.ts';
import type { AppDocumentName, AppDocumentPage } from '#domain/pages/rendering.ts';
import { SITE_INFO_ELEMENT, type SiteInfo } from '#domain/pages/site-info.ts';
import { escapeHtml, jsonElement, meta } from './html.ts';

const PICTURE = { path: '/share.png', width: 1200, height: 630 };

export function headOf(name: AppDocumentName, host: SiteInfo): string {
  const { title, description } = headTexts(name.page, ALL_TEXTS[name.language]);
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(isIndexed(name) ? languageLinks(name, host) : [meta('name', 'robots', 'noindex')]),
    ...(isIndexed(name) ? card(name, host, title, description) : []),
    jsonElement(SITE_INFO_ELEMENT, host),
  ].join('\n    ');
}

function isIndexed({ page, kind }: AppDocumentName): boolean {
  return kind !== 'app-shell' && page !== '*' && kindOf(page) === 'public';
}

function languageLinks(name: AppDocumentName, { origin }: SiteInfo): string[] {
  if (origin === undefined) return [];
  const url = origin + name.page;
  return [
    link('canonical', addressOf(name, origin)),
    ...LANGUAGES.map((language) => link('alternate', `${url}?lng=${language}`, language)),
    link('alternate', url, 'x-default'),
  ];
}

function card(name: AppDocumentName, { origin }: SiteInfo, title: string, description: string): string[] {
  const { common, home } = ALL_TEXTS[name.language];
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

/** Social cards require absolute URLs. */
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

function link(rel: 'canonical' | 'alternate', href: string, language?: string): string {
  const hreflang = language === undefined ? '' : ` hreflang="${language}"`;
  return `<link rel="${rel}"${hreflang} href="${escapeHtml(href)}" />`;
}

const TITLES: Record<Exclude<AppDocumentPage, `/${keyof AllTexts['pages']}`>, (texts: AllTexts) => string> = {
  '/': ({ home }) => home.tab,
  '/login': ({ common }) => common.nav.signIn,
  '/register': ({ signIn }) => signIn.createAccount,
  '/register/finish': ({ providers }) => providers.pendingSignUp.title,
  '/signed-in': ({ providers }) => providers.entering,
  '/dashboard': ({ common }) => common.nav.dashboard,
  '/history': ({ common }) => common.nav.history,
  '/profile': ({ common }) => common.nav.profile,
  '/profile/parents': ({ profile }) => profile.pages.parents.title,
  '/profile/device': ({ profile }) => profile.pages.device.title,
  '/profile/account': ({ profile }) => profile.pages.account.title,
  '/profile/security': ({ profile }) => profile.pages.security.title,
  '/profile/data': ({ profile }) => profile.pages.data.title,
  '/how-it-works': ({ common }) => common.nav.howItWorks,
  '/forgot-password': ({ recovery }) => recovery.forgot.title,
  '/verify-email': ({ recovery }) => recovery.verify.title,
  '/confirm-email': ({ recovery }) => recovery.confirm.title,
  '/recover': ({ recovery }) => recovery.recover.title,
  '/undo-email': ({ recovery }) => recovery.undo.title,
  '/join': ({ join }) => join.title,
  '*': ({ pages }) => pages.notFound.title,
};
const isTitled = (page: AppDocumentPage): page is keyof typeof TITLES => page in TITLES;

export function headTexts(page: AppDocumentPage, texts: AllTexts): { title: string; description: string } {
  const { common, home, pages } = texts;
  const titles = { ...common.footer, about: pages.about.title };
  const title = isTitled(page) ? TITLES[page](texts) : titles[textPageOf(page)];
  return { title: `${title} – ${common.brand}`, description: descriptionOf(page, texts) ?? home.description };
}

function descriptionOf(page: AppDocumentPage, { pages }: AllTexts): string | undefined {
  if (page === '/how-it-works') return pages.howItWorks.description;
  if (page === '*') return pages.notFound.text;
  if (page === '/pricing') return `${pages.pricing.lead} ${pages.pricing.sections[0].text}`;
  return isTitled(page) ? undefined : pages[textPageOf(page)].lead;
}

function textPageOf<P extends string>(page: `/${P}`): P {
  return page.slice(1) as P;
}
