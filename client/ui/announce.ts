import { useCallback } from 'react';

export type Urgency = 'polite' | 'assertive';

/** Reads a text out through the live regions of index.html. Close a dialog first: it makes them inert. */
export function useAnnounce(): (text: string, urgency?: Urgency) => void {
  return useCallback((text, urgency = 'polite') => announce(text, urgency), []);
}

function announce(text: string, urgency: Urgency): void {
  const region = document.getElementById(`announce-${urgency}`);
  if (!region) return;
  // The same text twice is read again only if the region was empty in between.
  region.textContent = '';
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
