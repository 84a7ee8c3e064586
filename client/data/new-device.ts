import { NEW_DEVICE_ELEMENT, type NewDevice } from './new-device-element.ts';

// The first script of the app shell. A device that holds no account asks at once to whom its session belongs, and loads the code
// that syncs, while the app itself is still on its way (client/app/main.tsx waits for the answer).

declare global {
  interface Window {
    /** The answer that is under way; whoever asks for it next takes it. */
    asked?: { path: string; reply: Promise<Response> } | undefined;
  }
}

/** An answer that takes longer, in ms, counts as none. */
const TIMEOUT_MS = 20_000;

const json = document.getElementById(NEW_DEVICE_ELEMENT)?.textContent;
if (json) begin(JSON.parse(json) as NewDevice);

function begin({ keys, path, scripts }: NewDevice): void {
  if (!isNew(keys)) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = fetch(path, { cache: 'no-store', redirect: 'manual', signal });
  reply.catch(() => undefined);
  window.asked = { path, reply };
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
