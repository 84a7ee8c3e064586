/** An announcement. `heard` is false if a modal dialog hides its live region. */
export interface Announcement {
  text: string;
  urgency: 'polite' | 'assertive';
  heard: boolean;
}

/** Runs in the page first: records what is put into its live regions. */
export function noteAnnouncements(): void {
  const REGIONS = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';
  const notes: Announcement[] = [];
  const said = new WeakMap<Element, string>();
  Object.assign(window, { announcements: notes });
  const note = (region: Element) => {
    const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (text === '' || said.get(region) === text) return said.set(region, text);
    said.set(region, text);
    const modal = document.querySelector('dialog:modal');
    const isAssertive = region.matches('[aria-live="assertive"], [role="alert"]');
    const heard = modal === null || modal.contains(region);
    return notes.push({ text, urgency: isAssertive ? 'assertive' : 'polite', heard });
  };
  const regionsOf = (node: Node): Element[] => {
    const element = node instanceof Element ? node : node.parentElement;
    const above = element?.closest(REGIONS);
    return [...(above ? [above] : []), ...(element?.querySelectorAll(REGIONS) ?? [])];
  };
  new MutationObserver((changes) => {
    const regions = new Set(
      changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes].flatMap(regionsOf)),
    );
    for (const region of regions) if (region.isConnected) note(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
