import { readFile } from 'node:fs/promises';
import type { MemoryServer } from './memory-server.ts';
import { Phone } from './phone.ts';

/** The storage of a real browser, as a former version left it, in tests/fixtures. */
interface Profile {
  localStorage: Record<string, string>;
  databases: {
    name: string;
    version: number;
    stores: {
      name: string;
      keyPath: string | null;
      indexes: string[];
      keys: IDBValidKey[];
      values: unknown[];
    }[];
  }[];
}

/** Records sync requests and answers each as a server that is unavailable. */
function recordingServer(requests: unknown[]): Pick<MemoryServer, 'now' | 'answer' | 'listen'> {
  return {
    now: () => Date.now(),
    answer: async (_jar, path, body) => {
      if (path.endsWith('/sync')) requests.push(body);
      return { status: 503, body: { error: { code: 'unavailable', message: 'unavailable' } } };
    },
    listen: () => () => {},
  };
}

/** Returns a phone without a network that holds this profile. Sync requests, once it is online, go to `requests`. */
export async function formerPhone(name: string, requests: unknown[] = []): Promise<Phone> {
  const file = new URL(`../../fixtures/${name}.json`, import.meta.url);
  const profile = JSON.parse(await readFile(file, 'utf8')) as Profile;
  const phone = new Phone(recordingServer(requests));
  phone.isOnline = false;
  for (const [key, value] of Object.entries(profile.localStorage)) phone.stored.set(key, value);
  for (const database of profile.databases) await create(phone.indexedDB, database);
  return phone;
}

function create(factory: IDBFactory, { name, version, stores }: Profile['databases'][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version);
    request.onupgradeneeded = () => {
      for (const { name: store, keyPath, indexes, keys, values } of stores) {
        const created = request.result.createObjectStore(store, keyPath === null ? {} : { keyPath });
        for (const index of indexes) created.createIndex(index, index, { unique: index === 'op' });
        values.forEach((value, i) => {
          if (keyPath === null) created.put(value, keys[i]);
          else created.put(value);
        });
      }
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
}
