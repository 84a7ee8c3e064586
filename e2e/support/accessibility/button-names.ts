/** Runs in the page. Returns the names that several buttons share which can be pressed: in the topmost open dialog, else in the page. */
export function sameNames(): string[] {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const buttons = [...place.querySelectorAll<HTMLElement>('button, [role=button]')].filter((button) =>
    button.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const names = buttons.map((button) => button.ariaLabel ?? (button.textContent ?? '').trim());
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}
