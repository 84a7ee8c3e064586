import { vi } from 'vitest';

type Listener = (event: object) => void;

/** The storage of the Cache API, by cache and address, with what the service worker uses of it. */
export class MemoryCaches {
  readonly stored = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const cache = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, cache);
    return {
      match: async (address: string) => cache.get(pathOf(address))?.clone(),
      put: async (address: string, reply: Response) => void cache.set(address, reply),
      delete: async (address: string) => cache.delete(address),
    };
  }

  async match(address: string, { cacheName }: { cacheName?: string } = {}): Promise<Response | undefined> {
    const searched = cacheName === undefined ? [...this.stored.values()] : [this.stored.get(cacheName)];
    const found = searched.map((cache) => cache?.get(pathOf(address))).find((reply) => reply !== undefined);
    return found?.clone();
  }

  keys = async () => [...this.stored.keys()];
  delete = async (name: string) => this.stored.delete(name);
}

/** A service worker's global scope, in which its real script runs. */
export class WorkerScope {
  readonly caches: MemoryCaches;
  readonly #listeners = new Map<string, Listener>();
  /** The notifications in the order they were shown, with their titles. */
  readonly shown: { title: string; tag?: string; body?: string }[] = [];
  readonly registration = {
    unregister: vi.fn(async () => true),
    showNotification: async (title: string, options: object) => void this.shown.push({ title, ...options }),
    // As a browser does, which knows no notification without a body.
    getNotifications: async ({ tag }: { tag: string }) =>
      this.shown
        .filter((one) => one.tag === tag)
        .slice(-1)
        .map((one) => ({ body: '', ...one })),
  };
  readonly clients = {
    claim: vi.fn(async () => undefined),
    matchAll: async (): Promise<object[]> => [],
    openWindow: async (_url: string): Promise<unknown> => undefined,
  };
  readonly skipWaiting = vi.fn(async () => undefined);
  readonly location = new URL('https://framme.example.org/sw.js');
  /** The server: a path and its reply. */
  answer: (path: string) => Response | Promise<Response> = () => new Response('');
  BUILD: object | undefined;

  constructor(caches = new MemoryCaches()) {
    this.caches = caches;
  }

  addEventListener = (name: string, listener: Listener) => void this.#listeners.set(name, listener);

  /** Runs a script in this scope. */
  async run(script: 'service-worker' | 'remove-worker', build?: object): Promise<this> {
    this.BUILD = build;
    vi.resetModules();
    vi.stubGlobal('self', this);
    vi.stubGlobal('caches', this.caches);
    vi.stubGlobal('fetch', async (request: string | Request) =>
      this.answer(pathOf(typeof request === 'string' ? request : request.url)),
    );
    await import(`../../../client/worker/${script}.ts`);
    return this;
  }

  /** Sends `install` or `activate`. Rejects as the worker's work does. */
  send(name: 'install' | 'activate'): Promise<void> {
    return this.event(name, {});
  }

  /** Sends an event that the worker works on. Rejects as that work does. */
  async event(name: string, event: object): Promise<void> {
    let work: Promise<void> | undefined;
    this.#listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<void>) => (work = promise) });
    await work;
  }

  message(data: unknown): void {
    this.#listeners.get('message')?.({ data });
  }

  /** Returns the worker's reply to a request, or undefined if it leaves the request to the browser. */
  ask(address: string, request: { mode?: string; method?: string } = {}): Promise<Response> | undefined {
    let reply: Promise<Response> | undefined;
    const url = new URL(address, this.location).href;
    this.#listeners.get('fetch')?.({
      request: { url, method: 'GET', mode: 'navigate', ...request },
      respondWith: (promise: Promise<Response>) => (reply = promise),
    });
    return reply;
  }
}

function pathOf(address: string): string {
  return new URL(address, 'https://framme.example.org').pathname;
}
