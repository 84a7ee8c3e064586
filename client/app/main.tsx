import '#client/ui/tokens.css';
import '#client/ui/child-colors.css';
import '#client/ui/base.css';
import '#client/ui/layout.css';
import '#client/ui/pressed.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { browserEnvironment } from '#client/data/browser-environment.ts';
import { createFrammeData, type HouseholdPart, loadHousehold } from '#client/data/framme-data.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { setPresent } from '#client/lib/present.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { readHost } from '#client/session/use-host.ts';
import { keepInstallPrompt } from '#client/session/use-install.ts';
import { signedInShell } from '#client/shell/signed-in-shell.ts';
import { createTranslations, followDetection, loadSignedInTexts } from '#client/translations/create.ts';
import { detectLanguage } from '#client/translations/detection.ts';
import { asLanguage } from '#client/translations/languages.ts';
import type { Translations } from '#client/translations/translations.ts';
import { mendStyles } from '#client/ui/mend-styles.ts';
import type { Language } from '#domain/language.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import { App, reloadPage } from './app.tsx';
import { BrowserRouter } from './browser-router.tsx';
import { keepInput, replayClick, takeKeptClick } from './keep-input.ts';
import { NOT_LOADED } from './not-loaded-element.ts';
import { chunkSourceOf } from './page-chunks.ts';
import { loadPage, pageAt } from './pages.tsx';

/**
 * The longest wait for what the device has stored, in ms: without it the first screen is rendered twice, first as if it were
 * loading.
 */
const FIRST_READ_MS = 300;

/** The longest wait for the server to say whose session this is, in ms: until then the log-in page would be shown instead. */
const SESSION_MS = 3000;

/** Some browsers remember a script that failed as long as the page is open: then only a reload helps. */
const ATTEMPTS_BEFORE_RELOAD = 3;

/**
 * Renders the app once the first authentication state is known; until then the prerendered page stands. A signed-out app
 * hydrates that page in its language; for a parent, or if the document is the empty app shell, it renders from scratch.
 */
async function start(root: HTMLElement): Promise<void> {
  const page = pageAt(window.location.pathname);
  let texts: Promise<Translations> | undefined;
  const textsIn = (language: Language) => {
    texts ??= untilLoaded(() => createTranslations(language, chunkSourceOf(page).parts));
    return texts;
  };
  const data = createFrammeData(
    browserEnvironment(),
    lazyPart(() => loadSignedIn(textsIn(detectLanguage()))),
  );
  setPresent(() => data.household()?.now());
  const loading = loadPage(page).catch(() => undefined);
  await data.ready.catch(() => untilLoaded(() => data.reopen()));
  // An app shell on a device that holds no account: a cookie without what the page had stored.
  if (root.dataset.page === undefined && !data.household()) await waitAtMost(SESSION_MS, data.sessionChecked);
  const isPrerendered = root.dataset.page === page && isPlain(window.location, window.history.state);
  const hydrates = isPrerendered && data.household() === undefined;
  const translations = await textsIn(hydrates ? documentLanguage() : detectLanguage());
  // The document of the server stands until it can be hydrated. Within the app's own layout a missing page is explained.
  if (hydrates)
    await untilLoaded(() => Promise.all([loadPage(page), translations.load(chunkSourceOf(page).parts)]));
  else await Promise.all([loading, waitAtMost(FIRST_READ_MS, data.household()?.opened)]);
  // A device that holds an account got the form of a signed-out visitor: that session is over, or soon known not to be. The
  // form stands until then, with what is typed in it.
  if (root.dataset.page === page && leavesSignedIn(page))
    await data.household()?.catchUp().catch(console.error);
  const replayInput = keepInput(root);
  let hasPainted = false;
  const app = (
    <App
      data={data}
      translations={translations}
      host={readHost()}
      onFirstPaint={() => {
        if (hasPainted) return;
        hasPainted = true;
        document.getElementById(NOT_LOADED)?.remove();
        replayInput();
        // In a task of its own, after the forms have rendered the replayed input.
        setTimeout(() => replayClick(root));
        followDetection(translations).catch(console.error);
      }}
      router={(children) => <BrowserRouter>{children}</BrowserRouter>}
    />
  );
  // A transition, so that a slow phone responds to touches meanwhile.
  startTransition(() => {
    if (hydrates) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** True for a page that sends a signed-in parent on, and with it what was typed. */
function leavesSignedIn(page: AppDocumentPage): boolean {
  return page === '/login' || page === '/register';
}

function waitAtMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))]);
}

/** True if the page depends on its path only; the server rendered without query, hash and history state. */
function isPlain({ search, hash }: Location, state: { usr?: unknown } | null): boolean {
  const query = new URLSearchParams(search);
  query.delete('lng');
  return query.size === 0 && isWithinPage(hash) && !state?.usr;
}

/** True for the skip link's hash, false for the one-time token that a mailed link carries in its hash. */
function isWithinPage(hash: string): boolean {
  return hash === '' || document.getElementById(hash.slice(1)) !== null;
}

function documentLanguage(): Language {
  return asLanguage(document.documentElement.lang);
}

/** Loads in parallel everything that only a signed-in parent needs. Returns the code that opens the household. */
async function loadSignedIn(translations: Promise<Translations>): Promise<HouseholdPart> {
  const [household] = await Promise.all([
    loadHousehold(),
    loadSignedInTexts(translations),
    signedInShell.load(),
  ]);
  return household;
}

/** Calls until it succeeds: after a failure again as soon as the network returns, or in five seconds. */
async function untilLoaded<T>(load: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await load();
  } catch (error) {
    console.error(error);
    if (attempt >= ATTEMPTS_BEFORE_RELOAD) await reloadPage(error, false);
    await new Promise<void>((resolve) => whenOnline(resolve));
    return untilLoaded(load, attempt + 1);
  }
}

mendStyles();
keepInstallPrompt();
const root = document.getElementById('root');
// In a task of its own, because evaluating the scripts was a long task on a slow phone already.
if (root) setTimeout(() => start(root).catch((error: unknown) => giveUp(root, error)));

function giveUp(root: HTMLElement, error: unknown): void {
  console.error(error);
  takeKeptClick(root);
}
