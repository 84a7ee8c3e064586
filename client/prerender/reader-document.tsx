import { NOT_LOADED } from '#client/reader/not-loaded.ts';
import { ReaderView } from '#client/reader/reader-view.tsx';
import type { Texts } from '#client/reader/translations/sv.ts';
import { loadTexts, titleIn } from '#client/reader/translations/texts.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { HOST_ELEMENT } from '#domain/pages/host.ts';
import { READER_PAGE } from '#domain/pages/pages.ts';
import type { RenderedDocument, RenderInput } from '#domain/pages/rendering.ts';
import { addressOf, closure } from './built-files.ts';
import { escapeHtml, jsonElement, meta } from './head.ts';
import { fillTemplate, markup, script, style } from './template.ts';

const ENTRY = 'visit.html';
const STYLES = 'style.css';
/** Reloads a page whose entry did not come; its frame asks for it again after so many seconds. */
const AGAIN = 'reader/again.ts';
const AGAIN_S = 10;
/** Named by the document, so that it is loaded beside the entry, which imports it. */
const START = 'reader/start.tsx';

/**
 * Renders the document behind every link to a visit: one for all who speak a language, in which no link, name or account
 * stands. It says what the page is before any script runs.
 */
export async function readerDocument(
  language: Language,
  { reader, host }: RenderInput,
): Promise<RenderedDocument> {
  const texts = await loadTexts(language);
  const filesOf = (...sources: string[]) =>
    closure(sources, reader.manifest).map(({ file }) => addressOf(file));
  const [entry = '', ...others] = filesOf(ENTRY, START, `reader/translations/${language}.ts`);
  const [again = ''] = filesOf(AGAIN);
  const { name, contact } = host;
  const shown = { ...(name === undefined ? {} : { name }), ...(contact === undefined ? {} : { contact }) };
  const head = [
    `<title>${escapeHtml(titleIn(texts))}</title>`,
    meta('name', 'description', texts.description),
    meta('name', 'robots', 'noindex'),
    jsonElement(HOST_ELEMENT, shown),
    ...filesOf(STYLES).map(style),
    script(entry),
    ...others.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`),
  ];
  const html = fillTemplate(reader.template, [
    [`<html lang="${DEFAULT_LANGUAGE}">`, `<html lang="${language}">`],
    ['<!--head-->', head.join('\n    ')],
    ['<div id="root"></div>', `<div id="root">${await page(language, texts, shown)}</div>`],
    ['<!--end-->', await markup(<Notices {...{ texts, language, again }} />)],
  ]);
  return { page: READER_PAGE, kind: 'signed-out', language, html };
}

function page(language: Language, texts: Texts, host: { name?: string; contact?: string }): Promise<string> {
  const watched = { phase: 'loading', isOffline: false } as const;
  return markup(
    <ReaderView
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
 * Notices for a browser without scripts, and for one in which they did not start. A link to this page would lose the secret,
 * which a form keeps. Where no script of the page came, a frame that loads itself again without one does what a script would.
 */
function Notices({ texts: { notLoaded, retry, withoutScripts }, language, again }: NoticesProps) {
  return (
    <>
      <div id={NOT_LOADED} className={NOT_LOADED}>
        <p>{notLoaded}</p>
        <form>
          <input type="hidden" name="lng" value={language} />
          <button type="submit">{retry}</button>
        </form>
        <iframe
          hidden
          title={retry}
          srcDoc={`<meta http-equiv="refresh" content="${AGAIN_S}"><script type="module" src="${again}"></script>`}
        />
      </div>
      <noscript>
        <p>{withoutScripts}</p>
      </noscript>
    </>
  );
}
