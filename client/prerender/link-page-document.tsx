import { NOT_LOADED } from '#client/lib/this-page.ts';
import { LinkPageView } from '#client/link-page/link-page-view.tsx';
import { DOCUMENT_TEXTS } from '#client/link-page/translations/document-texts.ts';
import type { Texts } from '#client/link-page/translations/sv.ts';
import { loadTexts, titleIn } from '#client/link-page/translations/texts.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { LINK_PAGE } from '#domain/pages/pages.ts';
import type { RenderedDocument, RenderInput } from '#domain/pages/rendering.ts';
import { SITE_INFO_ELEMENT } from '#domain/pages/site-info.ts';
import {
  addressOf,
  closure,
  escapeHtml,
  fillTemplate,
  jsonElement,
  markup,
  meta,
  script,
  style,
} from './html.ts';

const ENTRY = 'visit.html';
const STYLES = 'style.css';
/** Reloads a page whose entry did not arrive; the frame retries after these seconds. */
const AGAIN = 'link-page/again.ts';
const AGAIN_S = 10;
/** Listed, so that it loads beside the entry that imports it. */
const START = 'link-page/start.tsx';

/**
 * One document per language for all links, without links, names or accounts; readable before any script runs.
 */
export async function linkPageDocument(
  language: Language,
  { linkPage, host }: RenderInput,
): Promise<RenderedDocument> {
  const texts = await loadTexts(language);
  const filesOf = (...sources: string[]) =>
    closure(sources, linkPage.manifest).map(({ file }) => addressOf(file));
  const [entry = '', ...others] = filesOf(ENTRY, START, `link-page/translations/${language}.ts`);
  const [again = ''] = filesOf(AGAIN);
  const { name, contact } = host;
  const shown = { ...(name === undefined ? {} : { name }), ...(contact === undefined ? {} : { contact }) };
  const head = [
    `<title>${escapeHtml(titleIn(texts))}</title>`,
    meta('name', 'description', DOCUMENT_TEXTS[language].description),
    meta('name', 'robots', 'noindex'),
    jsonElement(SITE_INFO_ELEMENT, shown),
    ...filesOf(STYLES).map(style),
    script(entry),
    ...others.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`),
  ];
  const html = fillTemplate(linkPage.template, [
    [`<html lang="${DEFAULT_LANGUAGE}">`, `<html lang="${language}">`],
    ['<!--head-->', head.join('\n    ')],
    ['<div id="root"></div>', `<div id="root">${await page(language, texts, shown)}</div>`],
    ['<!--end-->', await markup(<Notices {...{ texts, language, again }} />)],
  ]);
  return { page: LINK_PAGE, kind: 'signed-out', language, html };
}

function page(language: Language, texts: Texts, host: { name?: string; contact?: string }): Promise<string> {
  const watched = { phase: 'loading', isOffline: false } as const;
  return markup(
    <LinkPageView
      {...{ language, texts, watched, host }}
      query=""
      link=""
      watch={undefined}
      onSwitchLanguage={() => undefined}
    />,
  );
}

interface NoticesProps {
  texts: Texts;
  language: Language;
  again: string;
}

/**
 * A form retries, since a link would lose the secret. Without scripts the frame reloads itself, then the
 * page.
 */
function Notices({ texts: { answers }, language, again }: NoticesProps) {
  const { notLoaded, withoutScripts } = DOCUMENT_TEXTS[language];
  return (
    <>
      <div id={NOT_LOADED} className={NOT_LOADED}>
        <p>{notLoaded}</p>
        <form>
          <input type="hidden" name="lng" value={language} />
          <button type="submit">{answers.retry}</button>
        </form>
        <iframe
          hidden
          title={answers.retry}
          srcDoc={`<meta http-equiv="refresh" content="${AGAIN_S}"><script type="module" src="${again}"></script>`}
        />
      </div>
      <noscript>
        <p>{withoutScripts}</p>
      </noscript>
    </>
  );
}
