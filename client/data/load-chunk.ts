/** The imports of each file, by its address; a script that failed is fetched again. */
const arriving = new Map<string, Promise<string[]>>();

/** In built code; `import(` is a later one. */
const IMPORTS_AT_ONCE = /\b(?:from|import)\s*["'`](\.\/[^"'`]+\.js)/g;
const IMPORTS_LATER = /\bimport\(["'`](\.\/[^"'`]+\.js)/g;

/**
 * Runs an import once its files have arrived, in place of Vite's own helper (vite.config.ts). Chromium until 155 and Firefox
 * remember a script that failed as long as the page is open (whatwg/html#6768).
 */
export async function __vitePreload<T>(
  load: () => Promise<T>,
  styles: readonly string[] = [],
  from = '',
): Promise<T> {
  const seen = new Set<string>();
  await Promise.all([
    ...styles.map((style) => arrivalOf(new URL(style, from).href, addStyle)),
    // The function names its script; a list of all of them would be loaded by everybody.
    ...importsIn(String(load), IMPORTS_LATER, from).map((script) => arriveWithImports(script, seen)),
  ]);
  return load();
}

function importsIn(code: string, imports: RegExp, from: string): string[] {
  return Array.from(code.matchAll(imports), ([, file = '']) => new URL(file, from).href);
}

/** `seen`: the scripts of this import, which may import each other. */
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

/** Rejects with the address if something else answers, as after an upgrade of the server. */
async function fetchScript(address: string): Promise<string[]> {
  // The browser's own cache may hold what a proxy answered once.
  for (const cache of ['default', 'reload'] as const) {
    const reply = await fetch(address, { cache });
    const text = await reply.text();
    if (reply.ok && reply.headers.get('content-type')?.includes('javascript'))
      return importsIn(text, IMPORTS_AT_ONCE, address);
  }
  throw new Error(`No script: ${address}`);
}

/** Resolves without the style too: it is fetched again until it comes (mend-styles.ts). */
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
