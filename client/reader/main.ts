import { look, ReaderCallFailed } from './data/calls.ts';
import { documentLanguage, loadTexts } from './translations/texts.ts';

/** The delay of another attempt to load the page's code, in ms. */
const RETRY_MS = 5000;

// The secret stays behind the #, so that it reaches neither a server's log nor another page. The visit is asked for while
// the rest of the page still loads.
const link = window.location.hash.slice(1);
const first = link === '' ? Promise.reject(new ReaderCallFailed('dead')) : look(link, false);
first.catch(() => undefined);

function load(): void {
  Promise.all([import('./start.tsx'), loadTexts(documentLanguage())])
    .then(([{ start }, texts]) => start(link, first, texts))
    .catch((error: unknown) => {
      console.error(error);
      setTimeout(load, RETRY_MS);
    });
}

addEventListener('hashchange', () => window.location.reload());
load();
