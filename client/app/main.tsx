import '#client/ui/tokens.css';
import '#client/ui/tones.css';
import '#client/ui/base.css';
import '#client/ui/layout.css';
import '#client/ui/pressed.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { browserEnvironment } from '#client/data/browser-environment.ts';
import { createFrammeData, type HouseholdPart, loadHousehold } from '#client/data/framme-data.ts';
import { setCorrectedNow } from '#client/lib/corrected-now.ts';
import { lazyModule } from '#client/lib/lazy-module.ts';
import { documentLanguage, NOT_LOADED, readSiteInfo } from '#client/lib/this-page.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { keepInstallPrompt } from '#client/session/use-install.ts';
import { signedInShell } from '#client/shell/signed-in-shell.ts';
import { reloadPage } from '#client/shell/use-reload.ts';
import { createTranslations, followDetection } from '#client/translations/create.ts';
import { detectLanguage } from '#client/translations/detection.ts';
import type { Translations } from '#client/translations/translations.ts';
import { LANGUAGE_PARAMETER, type Language } from '#domain/language.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import { App } from './app.tsx';
import { BrowserRouter } from './browser-router.tsx';
import { chunkSourceOf } from './page-chunks.ts';
import { loadPage, pageAt } from './pages.tsx';
import { replayClick, replayEarlyInput, takeSavedClick } from './replay-early-input.ts';

/** Longest wait for stored data; without it the first screen renders twice. */
const FIRST_READ_MS = 300;

/** Longest wait for the session check; otherwise the log-in page would show first. */
const SESSION_MS = 3000;

/** Some browsers remember a failed script until a reload. */
const ATTEMPTS_BEFORE_RELOAD = 3;

/**
 * The prerendered page stands until the sign-in state is known; a signed-out page hydrates, others render
 * from scratch.
 */
async function start(root: HTMLElement): Promise<void> {
  const page = pageAt(window.location.pathname);
  let texts: Promise<Translations> | undefined;
  const textsIn = (language: Language) => {
    texts ??= untilLoaded(() => createTranslations(language, chunkSourceOf(page).bundles));
    return texts;
  };
  const data = createFrammeData(browserEnvironment(), lazyModule(loadSignedIn));
  setCorrectedNow(() => data.household()?.now());
  const loading = loadPage(page).catch(() => undefined);
  await data.ready.catch(() => untilLoaded(() => data.reopen()));
  // No account on this device: a session cookie, but no stored data.
  if (root.dataset.page === undefined && !data.household()) await waitAtMost(SESSION_MS, data.sessionChecked);
  const isPrerendered = root.dataset.page === page && isPlain(window.location, window.history.state);
  const hydrates = isPrerendered && data.household() === undefined;
  const translations = await textsIn(hydrates ? documentLanguage() : detectLanguage());
  // The server's document stands until it can hydrate; the app's layout explains a failed page itself.
  if (hydrates)
    await untilLoaded(() => Promise.all([loadPage(page), translations.load(chunkSourceOf(page).bundles)]));
  else await Promise.all([loading, waitAtMost(FIRST_READ_MS, data.household()?.opened)]);
  // A signed-out form on a device with an account stands until the session is checked.
  if (root.dataset.page === page && leavesSignedIn(page))
    await data.household()?.syncNow().catch(console.error);
  const replayInput = replayEarlyInput(root);
  let hasPainted = false;
  const app = (
    <App
      data={data}
      translations={translations}
      host={readSiteInfo()}
      onFirstPaint={() => {
        if (hasPainted) return;
        hasPainted = true;
        document.getElementById(NOT_LOADED)?.remove();
        replayInput();
        // A separate task: the forms must first render the replayed input.
        setTimeout(() => replayClick(root));
        followDetection(translations).catch(console.error);
      }}
      router={(children) => <BrowserRouter>{children}</BrowserRouter>}
    />
  );
  // A transition, so that a slow phone stays responsive.
  startTransition(() => {
    if (hydrates) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** It sends a signed-in parent on, which loses typed text. */
function leavesSignedIn(page: AppDocumentPage): boolean {
  return page === '/login' || page === '/register';
}

function waitAtMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))]);
}

/** The server rendered without query, hash and history state. */
function isPlain({ search, hash }: Location, state: { usr?: unknown } | null): boolean {
  const query = new URLSearchParams(search);
  query.delete(LANGUAGE_PARAMETER);
  return query.size === 0 && isWithinPage(hash) && !state?.usr;
}

/** The skip link's hash, unlike the one-time token of a mailed link. */
function isWithinPage(hash: string): boolean {
  return hash === '' || document.getElementById(hash.slice(1)) !== null;
}

async function loadSignedIn(): Promise<HouseholdPart> {
  const [household] = await Promise.all([loadHousehold(), signedInShell.load()]);
  return household;
}

/** Retries when the network returns, or after five seconds. */
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

retryStylesheets();
keepInstallPrompt();
const root = document.getElementById('root');
// A separate task: evaluating the scripts is long enough on a slow phone.
if (root) setTimeout(() => start(root).catch((error: unknown) => giveUp(root, error)));

function giveUp(root: HTMLElement, error: unknown): void {
  console.error(error);
  takeSavedClick(root);
}

/** Until a failed stylesheet loads, its part works unstyled instead of not at all. */
function retryStylesheets(): void {
  addEventListener('error', ({ target }) => isStyle(target) && mendLater(target), { capture: true });
  for (const link of document.querySelectorAll('link')) if (isStyle(link) && !link.sheet) mendLater(link);
}

function isStyle(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}

function mendLater(link: HTMLLinkElement): void {
  whenOnline(() => link.replaceWith(link.cloneNode()));
}
