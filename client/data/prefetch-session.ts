import { PREFETCH_SESSION_ELEMENT, type PrefetchSession } from './prefetch-session-element.ts';

// The app shell's first script: a device without an account calls whoAmI and preloads the sync code while the
// app loads.

declare global {
  interface Window {
    /** Taken by the next fetch of this path. */
    prefetched?: { path: string; reply: Promise<Response> } | undefined;
  }
}

/** A slower reply counts as none. */
const TIMEOUT_MS = 20_000;

const json = document.getElementById(PREFETCH_SESSION_ELEMENT)?.textContent;
if (json) prefetchSession(JSON.parse(json) as PrefetchSession);

function prefetchSession({ keys, path, scripts }: PrefetchSession): void {
  if (!isNew(keys)) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = fetch(path, { cache: 'no-store', redirect: 'manual', signal });
  reply.catch(() => undefined);
  window.prefetched = { path, reply };
  for (const href of scripts) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
}

function isNew(keys: readonly string[]): boolean {
  try {
    return keys.every((key) => localStorage.getItem(key) === null);
  } catch {
    return false;
  }
}
