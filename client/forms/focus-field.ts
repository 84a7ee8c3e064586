/** Focuses a field of a form (the element or its id) after the next paint, when the message beside the field is rendered. */
export function focusField(form: HTMLFormElement | string, name: string): void {
  requestAnimationFrame(() => {
    const element = typeof form === 'string' ? document.getElementById(form) : form;
    element?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  });
}
