import '#client/ui/tokens.css';
import '#client/ui/base.css';
import '#client/ui/layout.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from '#client/lib/crash-boundary.tsx';
import { putBack } from '#client/lib/put-back.ts';
import { documentLanguage, NOT_LOADED, readSiteInfo, writeLanguageCookie } from '#client/lib/this-page.ts';
import { ActionButton } from '#client/shared-visit/action-button.tsx';
import { LANGUAGE_PARAMETER, type Language, nextLanguage } from '#domain/language.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import type { LinkState } from './data/link-state.ts';
import { markOpened, VisitStreamClient } from './data/visit-stream-client.ts';
import { LinkPageView } from './link-page-view.tsx';
import type { Texts } from './translations/sv.ts';
import { loadTexts, titleIn } from './translations/texts.ts';
import card from './visit-card.module.css';

export function start(link: string, first: Promise<SharedVisit>, texts: Texts): void {
  const element = document.getElementById('root');
  if (!element) return;
  const watch = new VisitStreamClient(link, first);
  markOpened(link, watch);
  document.getElementById(NOT_LOADED)?.remove();
  putBack(element);
  createRoot(element).render(<LinkPageRoot {...{ link, watch, texts }} host={readSiteInfo()} />);
}

interface Props {
  link: string;
  watch: VisitStreamClient;
  host: SiteInfo;
  texts: Texts;
}

function LinkPageRoot({ link, watch, host, texts: first }: Props) {
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
      <LinkPageView
        {...{ language, texts, watched, host, query, link, watch }}
        // An upgraded server renames the texts' file.
        onSwitchLanguage={() => void switchLanguage().catch(() => loadInLanguage(nextLanguage(language)))}
      />
    </CrashBoundary>
  );
}

const MARK = 'visit-shown';

/** For bench/parts/reader.ts. */
function useShownMark(phase: LinkState['phase']): void {
  useEffect(() => {
    if (phase === 'loading') return;
    // The frame is drawn after its callback.
    const frame = requestAnimationFrame(() => {
      setTimeout(() => {
        if (phase === 'shown' && performance.getEntriesByName(MARK).length === 0) performance.mark(MARK);
        document.documentElement.dataset.visit = phase;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [phase]);
}

/** An address with `lng` would win over the cookie. */
function rememberLanguage(language: Language): void {
  writeLanguageCookie(language);
  const address = new URL(window.location.href);
  address.searchParams.delete(LANGUAGE_PARAMETER);
  history.replaceState(null, '', address);
}

function loadInLanguage(language: Language): void {
  window.location.search = `?${LANGUAGE_PARAMETER}=${language}`;
}

function Crash({ texts: { title, text, reload } }: { texts: Texts['crash'] }) {
  return (
    <main className={`${card.visit} stack start gap-3 wrap raised surface`} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <ActionButton onPress={() => window.location.reload()}>{reload}</ActionButton>
    </main>
  );
}
