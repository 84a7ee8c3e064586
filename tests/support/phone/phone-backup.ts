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

function opened(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return answerOf(factory.open(name));
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function contentOf(factory: IDBFactory, name: string): Promise<Content> {
  const database = await opened(factory, name);
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
