import { SCRIPTS_ELEMENT } from './scripts-element.ts';

// The first script of a page that stands in its document: it can be read already, so what makes it work is fetched when
// it has been painted, and takes no time from that.

const written = document.getElementById(SCRIPTS_ELEMENT)?.textContent;
const [entry, ...others]: string[] = written ? JSON.parse(written) : [];

const root = document.getElementById('root');

function begin(): void {
  for (const href of others) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
  if (entry) import(/* @vite-ignore */ entry).catch(giveUp);
}

/**
 * A button does nothing before the app is there, so a press on it is kept: marked on the button, the last one counts, and
 * the app presses it (press-kept.ts). The root names its page until then.
 */
function keepPress(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button || root?.dataset.page === undefined || !root.contains(button)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  forgetPress();
  root.dataset.pressed = button.textContent;
  button.dataset.pressed = '';
  button.setAttribute('aria-busy', 'true');
}

function forgetPress(): void {
  const button = root?.querySelector<HTMLElement>('[data-pressed]');
  delete root?.dataset.pressed;
  delete button?.dataset.pressed;
  button?.removeAttribute('aria-busy');
}

/** No app comes: nothing is kept for it. */
function giveUp(error: unknown): void {
  console.error(error);
  forgetPress();
  delete root?.dataset.page;
}

addEventListener('click', keepPress, { capture: true });
// Who goes on typing is not done yet, and presses again. What the app itself types anew is no such thing.
addEventListener('input', ({ isTrusted }) => isTrusted && forgetPress(), { capture: true });

/** A page in the background is never painted. */
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
