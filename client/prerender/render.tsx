import { Fragment } from 'react';
import { StaticRouter } from 'react-router';
import { App } from '#client/app/app.tsx';
import { loadPage } from '#client/app/pages.tsx';
import type { FrammeData } from '#client/data/port.ts';
import { NOT_LOADED } from '#client/lib/this-page.ts';
import header from '#client/shell/header.module.css';
import { ALL_TEXTS, allTranslations } from '#client/translations/all-texts.ts';
import type { Translations } from '#client/translations/translations.ts';
import { TranslationsProvider, useTranslation } from '#client/translations/use-translation.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, otherLanguages } from '#domain/language.ts';
import { appPages, kindOf } from '#domain/pages/pages.ts';
import type {
  AppDocumentName,
  AppDocumentPage,
  RenderedDocument,
  Renderer,
} from '#domain/pages/rendering.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import { documentOf, webManifests } from './document.ts';
import { markup } from './html.ts';
import { linkPageDocument } from './link-page-document.tsx';

const PAGES: readonly AppDocumentPage[] = [...appPages, '*'];

/** Rendering calls nothing else of the data port. */
const SIGNED_OUT_DATA = {
  ready: Promise.resolve(),
  sessionChecked: Promise.resolve(),
  household: () => undefined,
  subscribe: () => () => undefined,
} satisfies Partial<FrammeData> as unknown as FrammeData;

export const renderDocuments: Renderer['renderDocuments'] = async (input) => {
  const shell = await markup(<AppShell />);
  const documents: RenderedDocument[] = [];
  for (const language of LANGUAGES) {
    const texts = await allTranslations(language);
    const add = (name: Omit<AppDocumentName, 'language'>, contents: Parameters<typeof documentOf>[1]) => {
      const whole = { ...name, language };
      documents.push({ ...whole, html: documentOf(whole, contents, input) });
    };
    const emptyPage = { page: shell, withoutScripts: await noscriptNotice('app-shell', texts) };
    for (const page of PAGES) add({ page, kind: 'app-shell' }, emptyPage);
    for (const page of PAGES.filter(isPrerendered)) {
      const contents = {
        page: await renderPage(page, texts, input.host),
        withoutScripts: await noscriptNotice(page, texts),
      };
      add({ page, kind: 'signed-out' }, contents);
      add({ page, kind: 'explicit-language' }, contents);
    }
    documents.push(await linkPageDocument(language, input));
  }
  return documents;
};

export const renderManifests = (): ReadonlyMap<string, string> => webManifests;

function isPrerendered(page: AppDocumentPage): boolean {
  return page === '*' || kindOf(page) !== 'guarded';
}

async function renderPage(page: AppDocumentPage, texts: Translations, host: SiteInfo): Promise<string> {
  await loadPage(page);
  const location = page === '*' ? '/404' : page;
  return markup(
    <App
      data={SIGNED_OUT_DATA}
      translations={texts}
      host={host}
      onFirstPaint={() => undefined}
      router={(children) => <StaticRouter location={location}>{children}</StaticRouter>}
    />,
  );
}

function noscriptNotice(page: AppDocumentPage | 'app-shell', texts: Translations): Promise<string> {
  return markup(
    <TranslationsProvider translations={texts}>
      <NotLoaded />
      <WithoutScripts page={page} />
    </TranslationsProvider>,
  );
}

/** The brand stands as in the header: no layout shift. */
export function AppShell() {
  return (
    <div className={header.header}>
      <div className={`${header.inner} page row`}>
        <span className={`${header.brand} inline`}>
          <Logo />
          <span>{ALL_TEXTS[DEFAULT_LANGUAGE].common.brand}</span>
        </span>
      </div>
    </div>
  );
}

/** Shown if the app is slow to start; the app removes it. */
function NotLoaded() {
  const { texts } = useTranslation('public');
  return (
    <p id={NOT_LOADED} className={NOT_LOADED}>
      <span>{`${texts.pages.notLoaded.text} `}</span>
      {/* biome-ignore lint/a11y/useValidAnchor: loads this page again, without a script. */}
      <a href="">{texts.common.retry}</a>
    </p>
  );
}

const READ_IN: Record<Language, string> = { sv: 'Läs på svenska', en: 'Read in English' };

function WithoutScripts({ page }: { page: AppDocumentPage | 'app-shell' }) {
  const { t } = useTranslation('public');
  const others = otherLanguages(useTranslation().language);
  const isAppShell = page === 'app-shell';
  return (
    <noscript>
      <p>
        <span>{t(($) => (isAppShell ? $.pages.withoutScripts.appShell : $.pages.withoutScripts.page))}</span>
        {!isAppShell &&
          others.map((other) => (
            <Fragment key={other}>
              <span> </span>
              <a href={`${page === '*' ? '/' : page}?lng=${other}`} hrefLang={other} lang={other}>
                {READ_IN[other]}
              </a>
            </Fragment>
          ))}
      </p>
    </noscript>
  );
}
