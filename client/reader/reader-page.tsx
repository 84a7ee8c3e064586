import { useState, useSyncExternalStore } from 'react';
import { nextLanguage } from '#domain/language.ts';
import type { Host } from '#domain/pages/host.ts';
import { loadInLanguage, rememberLanguage } from './data/remember-language.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import { ReaderView } from './reader-view.tsx';
import type { Texts } from './translations/sv.ts';
import { documentLanguage, loadTexts, titleIn } from './translations/texts.ts';
import { useShownMark } from './use-shown-mark.ts';

interface Props {
  link: string;
  watch: VisitWatch;
  host: Host;
  texts: Texts;
}

/** The page of whoever has a link to a visit. */
export function ReaderPage({ link, watch, host, texts: first }: Props) {
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
    <ReaderView
      {...{ language, texts, watched, host, query, link, watch }}
      // After an upgrade of the server its texts have another name.
      onSwitchLanguage={() => void switchLanguage().catch(() => loadInLanguage(nextLanguage(language)))}
    />
  );
}
