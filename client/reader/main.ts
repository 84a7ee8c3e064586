import { secretIn } from '#domain/links/secret.ts';
import { areScriptsHere, look, ReaderCallFailed } from './data/calls.ts';
import { documentLanguage, loadTexts } from './translations/texts.ts';

/** The delay of another attempt to load the page's code, in ms. */
const RETRY_MS = 5000;
/** The same after a reload: scripts that came and fail would fail again. */
const AFTER_RELOAD_MS = 15_000;

// From here on no frame of the document reloads it (again.ts).
document.documentElement.dataset.entry = '';

// The secret stays behind the #, so that it reaches neither a server's log nor another page. The visit is asked for while
// the rest of the page still loads.
const link = secretIn(window.location.hash) ?? '';
const first = link === '' ? Promise.reject(new ReaderCallFailed('dead')) : look(link, false);
first.catch(() => undefined);

async function load(): Promise<void> {
  try {
    const [{ start }, texts] = await Promise.all([import('./start.tsx'), loadTexts(documentLanguage())]);
    start(link, first, texts);
  } catch (error) {
    console.error(error);
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    setTimeout(() => void reloadOnceHere(), navigation?.type === 'reload' ? AFTER_RELOAD_MS : 0);
  }
}

/** Some browsers remember a script that failed as long as the page is open. */
async function reloadOnceHere(): Promise<void> {
  if (await areScriptsHere()) window.location.reload();
  else setTimeout(() => void reloadOnceHere(), RETRY_MS);
}

addEventListener('hashchange', () => window.location.reload());
void load();
