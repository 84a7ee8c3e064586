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
  readonly registration = { unregister: vi.fn(async () => true) };
  readonly clients = { claim: vi.fn(async () => undefined) };
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
  async send(name: 'install' | 'activate'): Promise<void> {
    let work: Promise<void> | undefined;
    this.#listeners.get(name)?.({ waitUntil: (promise: Promise<void>) => (work = promise) });
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
