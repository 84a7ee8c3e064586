import '#client/ui/tokens.css';
import '#client/ui/base.css';
import '#client/ui/layout.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from '#client/lib/crash-boundary.tsx';
import { putBack } from '#client/lib/put-back.ts';
import { nextLanguage } from '#domain/language.ts';
import { DEFAULT_HOST, HOST_ELEMENT, type Host } from '#domain/pages/host.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { loadInLanguage, rememberLanguage } from './data/remember-language.ts';
import { markOpened, VisitWatch } from './data/visit-watch.ts';
import type { Watched } from './data/watched.ts';
import { Crash } from './message.tsx';
import { NOT_LOADED } from './not-loaded.ts';
import { ReaderView } from './reader-view.tsx';
import type { Texts } from './translations/sv.ts';
import { documentLanguage, loadTexts, titleIn } from './translations/texts.ts';

/**
 * Shows the visit of a link in place of what the document says. `first`: the look that is under way already. `texts`: those
 * of the document's language.
 */
export function start(link: string, first: Promise<ShownVisit>, texts: Texts): void {
  const element = document.getElementById('root');
  if (!element) return;
  const watch = new VisitWatch(link, first);
  markOpened(link, watch);
  document.getElementById(NOT_LOADED)?.remove();
  putBack(element);
  createRoot(element).render(<ReaderPage {...{ link, watch, texts }} host={readHost()} />);
}

function readHost(): Host {
  const json = document.getElementById(HOST_ELEMENT)?.textContent;
  return json ? (JSON.parse(json) as Host) : DEFAULT_HOST;
}

interface Props {
  link: string;
  watch: VisitWatch;
  host: Host;
  texts: Texts;
}

/** The page of whoever has a link to a visit. */
function ReaderPage({ link, watch, host, texts: first }: Props) {
  const [{ language, texts }, setShown] = useState(() => ({ language: documentLanguage(), texts: first }));
  const watched = useSyncExternalStore(watch.subscribe, watch.current);
  useShownMark(watched.phase);
  const switchLanguage = async () => {
    const next = nextLanguage(language);
    const loaded = await loadTexts(next);
    document.documentElement.lang = next;
    document.title = titleIn(loaded);
    rememberLanguage(next);
    setShown({ language: next, texts: loaded });
  };
  const query = window.location.search;
  return (
    <CrashBoundary crash={<Crash texts={texts.crash} />}>
      <ReaderView
        {...{ language, texts, watched, host, query, link, watch }}
        // After an upgrade of the server its texts have another name.
        onSwitchLanguage={() => void switchLanguage().catch(() => loadInLanguage(nextLanguage(language)))}
      />
    </CrashBoundary>
  );
}

/** The mark of the time at which the visit was on screen. */
const MARK = 'visit-shown';

/** Marks the first frame with the visit, for measurements (bench/parts/reader.ts), by `performance.mark` and `<html data-visit>`. */
function useShownMark(phase: Watched['phase']): void {
  useEffect(() => {
    if (phase === 'loading') return;
    // The frame itself is drawn after its callback.
    const frame = requestAnimationFrame(() => {
      setTimeout(() => {
        if (phase === 'shown' && performance.getEntriesByName(MARK).length === 0) performance.mark(MARK);
        document.documentElement.dataset.visit = phase;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [phase]);
}
