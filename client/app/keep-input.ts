type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Collects what was typed, or filled in by a password manager, before and during hydration. Call it before hydration; call
 * the returned function afterwards to replay the input to the app. If the page was rendered from scratch, the input goes
 * to the fields of the same names, and the focus with it.
 */
export function keepInput(root: HTMLElement): () => void {
  const kept = new Map<Field, string>();
  for (const field of root.querySelectorAll<Field>('input, textarea'))
    if (field.value !== field.defaultValue) kept.set(field, field.value);
  let focused = document.activeElement;
  const keep = ({ target }: Event) => {
    if (isField(target)) kept.set(target, target.value);
  };
  const follow = ({ target }: Event) => {
    if (isField(target)) focused = target;
  };
  root.addEventListener('input', keep);
  root.addEventListener('focusin', follow);
  return () => {
    root.removeEventListener('input', keep);
    root.removeEventListener('focusin', follow);
    for (const [field, value] of kept) {
      const target = field.isConnected ? field : root.querySelector<Field>(`[name="${field.name}"]`);
      if (target) retype(target, value);
      // Typing goes on in the field that took its place.
      if (field === focused && field !== target) target?.focus();
    }
  };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Uses the prototype's setter, which bypasses React's record of the last value, so that React sees a change. */
function retype(field: Field, value: string): void {
  const { selectionStart, selectionEnd } = field;
  const prototype = Object.getPrototypeOf(field) as Field;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // An e-mail field has no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}

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
