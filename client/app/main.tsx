import type { i18n } from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { browserEnvironment } from '#client/data/browser-environment.ts';
import { createFrammeData } from '#client/data/framme-data.ts';
import { late } from '#client/data/lib/lazy-part.ts';
import { createTranslations, followDetection } from '#client/translations/create.ts';
import { detectLanguage } from '#client/translations/detection.ts';
import { asLanguage } from '#client/translations/languages.ts';
import '#client/ui/tokens.css';
import '#client/ui/base.css';
import { readHost } from '#client/session/use-host.ts';
import type { Language } from '#domain/fields.ts';
import { App } from './app.tsx';
import { BrowserRouter } from './browser-router.tsx';
import { keepTyped } from './keep-input.ts';
import { fetchForParents } from './load-signed-in.ts';
import { sourceOf } from './page-sources.ts';
import { fetchPage, pageAt } from './pages.tsx';
import { pressKept, takePressed } from './replay-click.ts';

/**
 * Nothing of the app renders before the first authentication state: until then the document's own page stands. A visitor
 * takes that over, in its language; for a parent, and where the document is an empty frame, the app is drawn anew.
 */
async function start(root: HTMLElement): Promise<void> {
  const page = pageAt(window.location.pathname);
  let texts: Promise<i18n> | undefined;
  const textsIn = (language: Language) => {
    texts ??= createTranslations(language, sourceOf(page).parts);
    return texts;
  };
  const data = createFrammeData(
    browserEnvironment(),
    late(() => fetchForParents(textsIn(detectLanguage()))),
  );
  const fetching = fetchPage(page).catch(() => undefined);
  const settled = await data.ready.then(
    () => true,
    () => false,
  );
  const isDrawn = root.dataset.page === page && isPlain(window.location, window.history.state);
  const takesOver = isDrawn && settled && data.household() === undefined;
  const translations = await textsIn(takesOver ? documentLanguage() : detectLanguage());
  await fetching;
  const tellTyped = keepTyped(root);
  let isShown = false;
  const app = (
    <App
      data={data}
      translations={translations}
      host={readHost()}
      settled={settled}
      onShown={() => {
        if (isShown) return;
        isShown = true;
        tellTyped();
        // In a task of its own, when the forms have drawn what was typed.
        setTimeout(() => pressKept(root));
        followDetection(translations).catch(console.error);
      }}
      router={(children) => <BrowserRouter>{children}</BrowserRouter>}
    />
  );
  // A slow phone answers to touches in between.
  startTransition(() => {
    if (takesOver) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** Whether nothing but its path can decide what a page shows: what else came along, the server did not know. */
function isPlain({ search, hash }: Location, state: { usr?: unknown } | null): boolean {
  const query = new URLSearchParams(search);
  query.delete('lng');
  return query.size === 0 && isWithinPage(hash) && !state?.usr;
}

/** Who skips to the contents goes on in the same page; a link's secret names no place in it. */
function isWithinPage(hash: string): boolean {
  return hash === '' || document.getElementById(hash.slice(1)) !== null;
}

function documentLanguage(): Language {
  return asLanguage(document.documentElement.lang);
}

const root = document.getElementById('root');
// In a task of its own: the scripts' own beginning has been long enough for a slow phone.
if (root) setTimeout(() => start(root).catch((error: unknown) => giveUp(root, error)));

function giveUp(root: HTMLElement, error: unknown): void {
  console.error(error);
  takePressed(root);
}
