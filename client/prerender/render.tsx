import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { App } from '#client/app/app.tsx';
import { loadPage } from '#client/app/pages.tsx';
import type { FrammeData } from '#client/data/port.ts';
import { LANGUAGES } from '#domain/language.ts';
import type { Host } from '#domain/pages/host.ts';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
import type { DocumentName, DocumentPage, RenderedDocument, Renderer } from '#domain/pages/rendering.ts';
import { AppShell } from './app-shell.tsx';
import { type Contents, documentOf } from './document.ts';
import { allTexts } from './texts.ts';
import { WithoutScripts } from './without-scripts.tsx';

const PAGES: readonly DocumentPage[] = [...pageRoutes, '*'];

/** A data port without anybody signed in; rendering calls nothing else of it. */
const SIGNED_OUT_DATA = {
  ready: Promise.resolve(),
  household: () => undefined,
  subscribe: () => () => undefined,
} satisfies Partial<FrammeData> as unknown as FrammeData;

export const renderDocuments: Renderer['renderDocuments'] = async (input) => {
  const shell = await markup(<AppShell />);
  const documents: RenderedDocument[] = [];
  for (const language of LANGUAGES) {
    const texts = await allTexts(language);
    const add = (name: Omit<DocumentName, 'language'>, contents: Contents) => {
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
  }
  return documents;
};

function isPrerendered(page: DocumentPage): boolean {
  return page === '*' || kindOf(page) !== 'guarded';
}

async function renderPage(page: DocumentPage, texts: i18n, host: Host): Promise<string> {
  await loadPage(page);
  const location = page === '*' ? '/404' : page;
  return markup(
    <App
      data={SIGNED_OUT_DATA}
      translations={texts}
      host={host}
      settled
      onFirstPaint={() => undefined}
      router={(children) => <StaticRouter location={location}>{children}</StaticRouter>}
    />,
  );
}

function noscriptNotice(page: DocumentPage | 'app-shell', texts: i18n): Promise<string> {
  return markup(
    <I18nextProvider i18n={texts}>
      <WithoutScripts page={page} />
    </I18nextProvider>,
  );
}

/** Renders without streaming, whose inline scripts the content security policy forbids. */
async function markup(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
