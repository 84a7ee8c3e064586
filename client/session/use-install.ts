import { useSyncExternalStore } from 'react';
import { Listeners } from '#client/lib/listeners.ts';

/** Chromium only. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallPrompt | undefined;
const listeners = new Listeners();
const subscribe = (listener: () => void) => listeners.add(listener);

/** Kept for a better moment than the page's first one. */
export function keepInstallPrompt(): void {
  const keep = (event: Event | undefined) => {
    event?.preventDefault();
    kept = event as InstallPrompt | undefined;
    listeners.notify();
  };
  addEventListener('beforeinstallprompt', keep);
  addEventListener('appinstalled', () => {
    keep(undefined);
    void navigator.storage?.persist?.().catch(() => false);
  });
}

export function useInstall(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  );
  return (
    prompt &&
    (async () => {
      await prompt.prompt();
      // A prompt works once; the browser may have sent another one meanwhile.
      if (kept === prompt) kept = undefined;
      listeners.notify();
    })
  );
}

/** Safari sets `navigator.standalone`. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Object(navigator).standalone === true;
}

/** An iPad calls itself a Mac. */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
