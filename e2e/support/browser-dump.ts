import type { Page } from '@playwright/test';

/** All that the browser stores for the page's origin, as one text, with the cookies that no script can read beside. */
async function dumpOf(page: Page): Promise<string> {
  const readable = await page.evaluate(readAll);
  return JSON.stringify(readable);
}

/** Returns those of these names that the browser stores. */
export async function tracesIn(page: Page, names: readonly string[]): Promise<string[]> {
  const dump = await dumpOf(page);
  return names.filter((name) => dump.includes(name));
}

/** Runs in the page. */
async function readAll(): Promise<unknown> {
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const databases: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    // It was deleted meanwhile, and is not made again.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await result(opening).catch(() => undefined);
    if (!database) continue;
    for (const store of database.objectStoreNames) {
      const source = database.transaction(store).objectStore(store);
      databases.push({
        name,
        store,
        keys: await result(source.getAllKeys()),
        values: await result(source.getAll()),
      });
    }
    database.close();
  }
  const caches: unknown[] = [];
  for (const name of await window.caches.keys()) {
    const cache = await window.caches.open(name);
    for (const request of await cache.keys())
      caches.push({ name, url: request.url, body: await (await cache.match(request))?.text() });
  }
  return {
    databases,
    caches,
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    cookies: document.cookie,
  };
}
