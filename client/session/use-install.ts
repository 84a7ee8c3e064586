import { useSyncExternalStore } from 'react';
import { Listeners } from '#client/lib/listeners.ts';

/** The event by which Chromium lets a page offer its installation. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let kept: InstallPrompt | undefined;
const listeners = new Listeners();
const subscribe = (listener: () => void) => listeners.add(listener);

/** Keeps the browser's offer for a better moment than the page's first one. */
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

/** Returns a function that has the browser ask to install the app; undefined while it cannot. */
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
      // An offer asks once; the browser may have made another one meanwhile.
      if (kept === prompt) kept = undefined;
      listeners.notify();
    })
  );
}

/** True in the installed app itself. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Object(navigator).standalone === true;
}

/** True on iPhone and iPad; an iPad calls itself a Mac. */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
