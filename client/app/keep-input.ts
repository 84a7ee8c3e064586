type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * What somebody typed, or a password manager filled in, before the document became the app, and while it did. Call it
 * before; out: tells the app of it, afterwards, as if it were typed then. Where the page was drawn anew, the fields of the
 * same names hear of it.
 */
export function keepTyped(root: HTMLElement): () => void {
  const kept = new Map<Field, string>();
  for (const field of root.querySelectorAll<Field>('input, textarea'))
    if (field.value !== field.defaultValue) kept.set(field, field.value);
  const keep = ({ target }: Event) => {
    if (isField(target)) kept.set(target, target.value);
  };
  root.addEventListener('input', keep);
  return () => {
    root.removeEventListener('input', keep);
    for (const [field, value] of kept) {
      const now = field.isConnected ? field : root.querySelector<Field>(`[name="${field.name}"]`);
      if (now) typeAnew(now, value);
    }
  };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** React compares with the value that it set itself last; the prototype's setter goes past it. */
function typeAnew(field: Field, value: string): void {
  const { selectionStart, selectionEnd } = field;
  const prototype = Object.getPrototypeOf(field) as Field;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // Of an e-mail field the browser tells no selection, and takes none.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}
