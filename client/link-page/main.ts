import { documentLanguage, wasReloaded } from '#client/lib/this-page.ts';
import { secretIn } from '#domain/links/link-secret.ts';
import { areScriptsHere, LinkCallFailed, look } from './data/link-client.ts';
import { loadTexts } from './translations/texts.ts';

const RETRY_MS = 5000;
/** After a reload, in ms: the same scripts would fail again. */
const AFTER_RELOAD_MS = 15_000;

// From here on the document's frame no longer reloads it (again.ts).
document.documentElement.dataset.entry = '';

// After the #, the secret reaches no server log or other page.
const link = secretIn(window.location.hash) ?? '';
const first = link === '' ? Promise.reject(new LinkCallFailed('dead')) : look(link, false);
first.catch(() => undefined);

async function load(): Promise<void> {
  try {
    const [{ start }, texts] = await Promise.all([import('./start.tsx'), loadTexts(documentLanguage())]);
    start(link, first, texts);
  } catch (error) {
    console.error(error);
    setTimeout(() => void reloadOnceHere(), wasReloaded() ? AFTER_RELOAD_MS : 0);
  }
}

/** Some browsers remember a failed script while the page is open. */
async function reloadOnceHere(): Promise<void> {
  if (await areScriptsHere()) window.location.reload();
  else setTimeout(() => void reloadOnceHere(), RETRY_MS);
}

addEventListener('hashchange', () => window.location.reload());
void load();
