import { useCallback } from 'react';

/** Longest wait, in frames, for a closing dialog to leave the page. */
const MAX_FRAMES = 30;

type Urgency = 'polite' | 'assertive';

export function useLiveRegion(): (text: string, urgency?: Urgency) => void {
  return useCallback((text, urgency = 'polite') => announce(text, urgency), []);
}

function announce(text: string, urgency: Urgency): void {
  const region = document.getElementById(`announce-${urgency}`);
  if (!region) return;
  // Repeated text is read only if the region was empty in between.
  region.textContent = '';
  requestAnimationFrame(() => write(region, text));
}

/** An open dialog makes the regions inert; a closing one stays for some frames. */
function write(region: HTMLElement, text: string, frames = 0): void {
  const isInert = document.querySelector('dialog[open]') !== null && frames < MAX_FRAMES;
  if (isInert) requestAnimationFrame(() => write(region, text, frames + 1));
  else region.textContent = text;
}
