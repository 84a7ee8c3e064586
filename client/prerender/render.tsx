import { StaticRouter } from 'react-router';
import { App } from '#client/app/app.tsx';
import { loadPage } from '#client/app/pages.tsx';
import type { FrammeData } from '#client/data/port.ts';
import header from '#client/shell/header.module.css';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { preloaded } from '#client/translations/preloaded.ts';
import type { Translations } from '#client/translations/translations.ts';
import { TranslationsProvider } from '#client/translations/use-translation.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#domain/language.ts';
import type { Host } from '#domain/pages/host.ts';
import { appPages, kindOf } from '#domain/pages/pages.ts';
import type {
  AppDocumentName,
  AppDocumentPage,
  RenderedDocument,
  Renderer,
} from '#domain/pages/rendering.ts';
import { type Contents, documentOf } from './document.ts';
import { readerDocument } from './reader-document.tsx';
import { markup } from './template.ts';
import { webManifests } from './web-manifest.ts';
import { NotLoaded, WithoutScripts } from './without-scripts.tsx';

const PAGES: readonly AppDocumentPage[] = [...appPages, '*'];

/** A data port without anybody signed in; rendering calls nothing else of it. */
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
    const texts = preloaded(language);
    const add = (name: Omit<AppDocumentName, 'language'>, contents: Contents) => {
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
    documents.push(await readerDocument(language, input));
  }
  return documents;
};

/** The web app manifests by path, for the build. */
export const renderManifests = (): ReadonlyMap<string, string> => webManifests;

function isPrerendered(page: AppDocumentPage): boolean {
  return page === '*' || kindOf(page) !== 'guarded';
}

async function renderPage(page: AppDocumentPage, texts: Translations, host: Host): Promise<string> {
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

/** The empty page that the app fills: the brand, placed as in the header, so that the layout does not shift. */
export function AppShell() {
  return (
    <div className={header.header}>
      <div className={`${header.inner} page row`}>
        <span className={`${header.brand} inline`}>
          <Logo />
          <span>{ALL_TEXTS[DEFAULT_LANGUAGE].app.common.brand}</span>
        </span>
      </div>
    </div>
  );
}
