/**
 * Where the control that had the focus went away with what it stood on, gives the focus to a heading, so that nobody
 * starts over at the top of the page. In: the id of a heading with a tabindex of -1.
 */
export function keepFocus(heading: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(heading)?.focus();
  });
}
