/** By the script's URL; a failed script is removed and fetched again. */
const arriving = new Map<string, Promise<string[]>>();

/** Matches built code; `import(` is lazy. */
const IMPORTS_AT_ONCE = /\b(?:from|import)\s*["'`](\.\/[^"'`]+\.js)/g;
const IMPORTS_LATER = /\bimport\(["'`](\.\/[^"'`]+\.js)/g;

/**
 * Replaces Vite's helper (vite.config.ts): imports once all files have arrived, because Chromium until 155
 * and Firefox remember a failed script while the page is open (whatwg/html#6768).
 */
export async function __vitePreload<T>(
  load: () => Promise<T>,
  styles: readonly string[] = [],
  from = '',
): Promise<T> {
  const seen = new Set<string>();
  await Promise.all([
    ...styles.map((style) => arrivalOf(new URL(style, from).href, addStyle)),
    // Parsed from the function: everybody would load a list of all scripts.
    ...importsIn(String(load), IMPORTS_LATER, from).map((script) => arriveWithImports(script, seen)),
  ]);
  return load();
}

function importsIn(code: string, imports: RegExp, from: string): string[] {
  return Array.from(code.matchAll(imports), ([, file = '']) => new URL(file, from).href);
}

/** `seen` guards against scripts that import each other. */
async function arriveWithImports(address: string, seen: Set<string>): Promise<void> {
  if (seen.has(address) || isNamed(address) || isStored(address)) return;
  seen.add(address);
  const imports = await arrivalOf(address, fetchScript);
  await Promise.all(imports.map((one) => arriveWithImports(one, seen)));
}

function arrivalOf(address: string, begin: (address: string) => Promise<string[]>): Promise<string[]> {
  const arrival = arriving.get(address) ?? begin(address);
  arriving.set(address, arrival);
  arrival.catch(() => arriving.delete(address));
  return arrival;
}

/** Rejects with the URL, for example after an upgrade. */
async function fetchScript(address: string): Promise<string[]> {
  // The HTTP cache may hold an answer of a proxy.
  for (const cache of ['default', 'reload'] as const) {
    const reply = await fetch(address, { cache });
    const text = await reply.text();
    if (reply.ok && reply.headers.get('content-type')?.includes('javascript'))
      return importsIn(text, IMPORTS_AT_ONCE, address);
  }
  throw new Error(`No script: ${address}`);
}

/** Resolves even if it fails: main.tsx fetches it again. */
async function addStyle(href: string): Promise<string[]> {
  if (isNamed(href)) return [];
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
  const settled = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  document.head.append(link);
  await settled;
  return [];
}

/** The service worker has stored all files of the app. */
function isStored(address: string): boolean {
  return navigator.serviceWorker?.controller != null && address.includes('/assets/');
}

/** The document loads the file itself. */
function isNamed(address: string): boolean {
  return [...document.querySelectorAll('link')].some(({ href }) => href === address);
}
