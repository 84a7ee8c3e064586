import { preloadScript } from '#client/data/preload-script.ts';
import { SCRIPTS_ELEMENT } from './scripts-element.ts';

// First script of a prerendered page: loads the app after the first paint, so as not to delay it.

const json = document.getElementById(SCRIPTS_ELEMENT)?.textContent;
const scripts: string[] = json ? JSON.parse(json) : [];

const root = document.getElementById('root');

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
 * Saves the last click before the app works, for `replayClick` (replay-early-input.ts). The root has
 * `data-page` until then.
 */
function saveClick(event: MouseEvent): void {
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

/** The app will render from scratch, so save no click for it. */
function tryLater(error: unknown): void {
  console.error(error);
  forgetClick();
  delete root?.dataset.page;
  // The browser's cache may hold a proxy's reply.
  setTimeout(() => void loadApp('reload'), RETRY_MS);
}

addEventListener('click', saveClick, { capture: true });
// A user who types on will click again; replayed input is not trusted and does not count.
addEventListener('input', ({ isTrusted }) => isTrusted && forgetClick(), { capture: true });

// A background page is never painted.
if (document.hidden) void loadApp();
else requestAnimationFrame(() => setTimeout(() => void loadApp()));
