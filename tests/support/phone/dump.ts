import type { Phone } from './phone.ts';

/** All that a phone stores, as one text: each database with its stores, and localStorage. */
export async function dumpOf(phone: Phone): Promise<string> {
  const names = (await phone.indexedDB.databases()).map(({ name = '' }) => name);
  const databases = await Promise.all(names.map((name) => contentOf(phone, name)));
  return JSON.stringify({ databases, localStorage: [...phone.stored] });
}

async function contentOf(phone: Phone, name: string): Promise<unknown> {
  const request = phone.indexedDB.open(name) as unknown as IDBOpenDBRequest;
  // It was deleted meanwhile.
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await result(request).catch(() => undefined);
  if (!database) return undefined;
  const stores = [...database.objectStoreNames];
  const content = await Promise.all(
    stores.map(async (store) => [
      store,
      await result(database.transaction(store).objectStore(store).getAll()),
    ]),
  );
  database.close();
  return { name, content };
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
