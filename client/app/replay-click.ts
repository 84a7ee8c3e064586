/**
 * What somebody pressed before the document became the app, which kept it (boot.ts). Call it when the app stands there and
 * knows what was typed: it is pressed now, once. Where the page was drawn anew, what says the same is.
 */
export function pressKept(root: HTMLElement): void {
  const words = root.dataset.pressed;
  const button = takePressed(root) ?? (words ? saying(words, root) : undefined);
  button?.click();
}

/** No app comes: nothing is kept for it any more. Out: the button that was marked, if it is still there. */
export function takePressed(root: HTMLElement): HTMLButtonElement | undefined {
  // From here on presses are not kept.
  delete root.dataset.page;
  delete root.dataset.pressed;
  const button = root.querySelector<HTMLButtonElement>('button[data-pressed]');
  delete button?.dataset.pressed;
  button?.removeAttribute('aria-busy');
  return button ?? undefined;
}

function saying(words: string, root: HTMLElement): HTMLButtonElement | undefined {
  return [...root.querySelectorAll('button')].find(({ textContent }) => textContent === words);
}
