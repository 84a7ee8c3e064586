import type { Phone } from './phone.ts';

/** Keys and values by object store. */
type Content = Map<string, [IDBValidKey, unknown][]>;

/** Contents by database. */
type Backup = Map<string, Content>;

/** Copies all databases of a phone. */
export async function backUp(factory: IDBFactory): Promise<Backup> {
  const names = (await factory.databases()).flatMap(({ name }) => name ?? []);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await contentOf(factory, name)] as const)),
  );
}

/** Replaces the contents of the databases by a backup. */
export async function restore(factory: IDBFactory, backup: Backup): Promise<void> {
  for (const [name, content] of backup) await fill(factory, name, content);
}

/** All that a phone stores, as one text. */
export async function dumpOf({ indexedDB, stored }: Phone): Promise<string> {
  const databases = [...(await backUp(indexedDB))].map(([name, content]) => [name, [...content]]);
  return JSON.stringify([databases, [...stored]]);
}

/** Those of the names that a phone stores somewhere. */
export async function tracesOf(phone: Phone, names: readonly string[]): Promise<string[]> {
  const dump = await dumpOf(phone);
  return names.filter((name) => dump.includes(name));
}

function opened(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name);
  // It was deleted meanwhile.
  request.onupgradeneeded = () => request.transaction?.abort();
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function contentOf(factory: IDBFactory, name: string): Promise<Content> {
  const database = await opened(factory, name).catch(() => undefined);
  if (!database) return new Map();
  const stores = [...database.objectStoreNames];
  const transaction = database.transaction(stores);
  const content = await Promise.all(
    stores.map(async (store) => {
      const place = transaction.objectStore(store);
      const [keys, values] = await Promise.all([answerOf(place.getAllKeys()), answerOf(place.getAll())]);
      return [store, keys.map((key, i) => [key, values[i]] as [IDBValidKey, unknown])] as const;
    }),
  );
  database.close();
  return new Map(content);
}

async function fill(factory: IDBFactory, name: string, content: Content): Promise<void> {
  const database = await opened(factory, name);
  const transaction = database.transaction([...content.keys()], 'readwrite');
  for (const [store, entries] of content) {
    const place = transaction.objectStore(store);
    place.clear();
    for (const [key, value] of entries) {
      if (place.keyPath === null) place.put(value, key);
      else place.put(value);
    }
  }
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}
