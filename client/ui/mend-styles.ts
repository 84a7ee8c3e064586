import { whenOnline } from '#client/lib/when-online.ts';

/**
 * Fetches each stylesheet that could not be loaded again until it can: a part of the page then works without its style
 * meanwhile, instead of not at all.
 */
export function mendStyles(): void {
  addEventListener('error', ({ target }) => isStyle(target) && mendLater(target), { capture: true });
  for (const link of document.querySelectorAll('link')) if (isStyle(link) && !link.sheet) mendLater(link);
}

function isStyle(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}

function mendLater(link: HTMLLinkElement): void {
  whenOnline(() => link.replaceWith(link.cloneNode()));
}
