import { createRoot } from 'react-dom/client';
import { DEFAULT_HOST, HOST_ELEMENT, type Host } from '#domain/pages/host.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import '#client/ui/tokens.css';
import '#client/ui/base.css';
import { markOpened } from './data/mark-opened.ts';
import { VisitWatch } from './data/visit-watch.ts';
import { NOT_LOADED } from './not-loaded.ts';
import { ReaderPage } from './reader-page.tsx';
import type { Texts } from './translations/sv.ts';

/**
 * Shows the visit of a link in place of what the document says. `first`: the look that is under way already. `texts`: those
 * of the document's language.
 */
export function start(link: string, first: Promise<ShownVisit>, texts: Texts): void {
  const element = document.getElementById('root');
  if (!element) return;
  const watch = new VisitWatch(link, first);
  markOpened(link, watch);
  const notLoaded = document.getElementById(NOT_LOADED);
  notLoaded?.remove();
  const onUncaughtError = (error: unknown) => {
    console.error(error);
    element.replaceChildren(...(notLoaded?.querySelectorAll('p, form') ?? []));
  };
  createRoot(element, { onUncaughtError }).render(
    <ReaderPage {...{ link, watch, texts }} host={readHost()} />,
  );
}

function readHost(): Host {
  const json = document.getElementById(HOST_ELEMENT)?.textContent;
  return json ? (JSON.parse(json) as Host) : DEFAULT_HOST;
}
