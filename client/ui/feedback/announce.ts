import { useCallback } from 'react';

/** How long a dialog may take to be gone from the page after it was told to close. */
const MOST_FRAMES = 30;

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
  requestAnimationFrame(() => say(region, text));
}

/** Behind an open dialog nothing is heard, and one that closes may still stand there when this is called. */
function say(region: HTMLElement, text: string, frames = 0): void {
  const isUnheard = document.querySelector('dialog[open]') !== null && frames < MOST_FRAMES;
  if (isUnheard) requestAnimationFrame(() => say(region, text, frames + 1));
  else region.textContent = text;
}
