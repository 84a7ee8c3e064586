import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { DeviceStorage, Environment } from '#client/data/environment.ts';
import { createFrammeData } from '#client/data/framme-data.ts';
import type { FrammeData } from '#client/data/port.ts';
import { loadedHousehold } from './loaded-household.ts';

/** The state of a phone that outlives its page: databases, localStorage and cookies. */
export interface Phone {
  indexedDB: IDBFactory;
  storage: DeviceStorage;
  cookies: Map<string, string>;
  /** If set, it is called and the reply to the next request with commands is lost. */
  loseReply?: (() => Promise<void>) | undefined;
}

export function newPhone(): Phone {
  return { indexedDB: new IDBFactory(), storage: memoryStorage(), cookies: new Map() };
}

/** Opens the app's data library like a page, against a real server at `url`. */
export function openPage(phone: Phone, url: string): FrammeData {
  return createFrammeData(environmentOf(phone, url), loadedHousehold);
}

function environmentOf(phone: Phone, url: string): Environment {
  return {
    fetch: (path, request) => fetchWithCookies(phone, url, path, request),
    indexedDB: phone.indexedDB,
    keyRange: IDBKeyRange,
    storage: phone.storage,
    now: Date.now,
    afterFrame: (work) => work(),
    whenIdle: (work) => work(),
    uptime: () => performance.now(),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    zone: () => 'Europe/Stockholm',
    locks: undefined,
    channel: () => undefined,
    stream: undefined,
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    onWake: () => () => undefined,
    onStored: () => () => undefined,
    onSleep: () => () => undefined,
    isVisible: () => true,
    forgetPush: () => undefined,
    persist: () => undefined,
  };
}

async function fetchWithCookies(
  phone: Phone,
  url: string,
  path: string,
  request: RequestInit,
): Promise<Response> {
  const { cookies } = phone;
  const headers = new Headers(request.headers);
  headers.set('origin', url);
  headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  const response = await fetch(url + path, { ...request, headers });
  if (phone.loseReply && String(request.body).includes('"tappedAt"')) {
    const lose = phone.loseReply;
    phone.loseReply = undefined;
    await lose();
    throw new TypeError('the connection was reset');
  }
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
  return response;
}

function memoryStorage(): DeviceStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
