const MOST_FRAMES = 30;

/**
 * Where the control that had the focus went away with what it stood on, gives the focus to a heading, so that nobody
 * starts over at the top of the page. In: the id of a heading with a tabindex of -1. Waits until the dialog is closed.
 */
export function keepFocus(heading: string, frames = 0): void {
  requestAnimationFrame(() => {
    const isOpen = document.querySelector('dialog[open]') !== null;
    if (isOpen && frames < MOST_FRAMES) return keepFocus(heading, frames + 1);
    if (document.activeElement === document.body) document.getElementById(heading)?.focus();
  });
}
