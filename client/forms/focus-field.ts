/**
 * Focuses a field of a form. With the form element it does so at once, within the submit gesture, without which iOS opens
 * no keyboard; with the id of a form, after the next paint, when the message beside the field is rendered.
 */
export function focusField(form: HTMLFormElement | string, name: string): void {
  if (typeof form === 'string') requestAnimationFrame(() => focusIn(document.getElementById(form), name));
  else focusIn(form, name);
}

function focusIn(form: HTMLElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
