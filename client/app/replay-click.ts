/**
 * Replays, once, the last click that boot.ts kept before the app was ready. Call it after the input was replayed. If the
 * page was rendered from scratch, the button with the same text is clicked.
 */
export function replayClick(root: HTMLElement): void {
  const text = root.dataset.pressed;
  const button = takeKeptClick(root) ?? (text ? buttonWithText(text, root) : undefined);
  button?.click();
}

/** Ends the keeping of clicks. Returns the marked button if it is still in the page. */
export function takeKeptClick(root: HTMLElement): HTMLButtonElement | undefined {
  // boot.ts keeps no clicks without it.
  delete root.dataset.page;
  delete root.dataset.pressed;
  const button = root.querySelector<HTMLButtonElement>('button[data-pressed]');
  delete button?.dataset.pressed;
  button?.removeAttribute('aria-busy');
  return button ?? undefined;
}

function buttonWithText(text: string, root: HTMLElement): HTMLButtonElement | undefined {
  return [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text);
}
