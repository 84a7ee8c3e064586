type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Saves early and autofilled input. Call before hydration; the result replays it, by field name if rendered
 * from scratch.
 */
export function replayEarlyInput(root: HTMLElement): () => void {
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
      // Typing continues in the replacement field.
      if (field === focused && field !== target) target?.focus();
    }
  };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** The prototype's setter bypasses React's record of the last value. */
function retype(field: Field, value: string): void {
  const { selectionStart, selectionEnd } = field;
  const prototype = Object.getPrototypeOf(field) as Field;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // E-mail fields have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}

/** Call after replaying the input. On a page rendered from scratch, finds the button by text. */
export function replayClick(root: HTMLElement): void {
  const text = root.dataset.pressed;
  const button = takeSavedClick(root) ?? (text ? buttonWithText(text, root) : undefined);
  button?.click();
}

export function takeSavedClick(root: HTMLElement): HTMLButtonElement | undefined {
  // boot.ts saves clicks only while this is set.
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
