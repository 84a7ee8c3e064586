import { preloadScript } from '#client/data/preload-script.ts';
import { SCRIPTS_ELEMENT } from './scripts-element.ts';

// The first script of a prerendered page. Loads the app after the first paint, so that it does not delay it.

const json = document.getElementById(SCRIPTS_ELEMENT)?.textContent;
const scripts: string[] = json ? JSON.parse(json) : [];

const root = document.getElementById('root');

/** The delay of another attempt after a failed one, in ms. */
const RETRY_MS = 5000;

async function loadApp(cache?: RequestCache): Promise<void> {
  try {
    await Promise.all(scripts.map((href) => preloadScript(href, cache)));
    if (scripts[0]) await import(/* @vite-ignore */ scripts[0]);
  } catch (error) {
    tryLater(error);
  }
}

/**
 * Keeps the last click on a button that does not work yet, by marking the button, for the app to replay
 * (replay-click.ts). The root has `data-page` until then.
 */
function keepClick(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button || root?.dataset.page === undefined || !root.contains(button)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  forgetClick();
  root.dataset.pressed = button.textContent;
  button.dataset.pressed = '';
  button.setAttribute('aria-busy', 'true');
}

function forgetClick(): void {
  const button = root?.querySelector<HTMLElement>('[data-pressed]');
  delete root?.dataset.pressed;
  delete button?.dataset.pressed;
  button?.removeAttribute('aria-busy');
}

/** The app could not be loaded, so no click is kept for it: once it is, it renders the page anew. */
function tryLater(error: unknown): void {
  console.error(error);
  forgetClick();
  delete root?.dataset.page;
  // The browser's own cache may hold what a proxy answered.
  setTimeout(() => void loadApp('reload'), RETRY_MS);
}

addEventListener('click', keepClick, { capture: true });
// Somebody who types on after a click will click again. The app's replayed input is not trusted and does not count.
addEventListener('input', ({ isTrusted }) => isTrusted && forgetClick(), { capture: true });

// A page in the background is never painted.
if (document.hidden) void loadApp();
else requestAnimationFrame(() => setTimeout(() => void loadApp()));
