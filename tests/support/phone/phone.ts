import { randomBytes } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Channel, Environment, Locks, StreamListener } from '#client/data/environment.ts';
import { createFrammeData, type HouseholdPart } from '#client/data/framme-data.ts';
import type { FrammeData, Household } from '#client/data/port.ts';
import type { LazyModule } from '#client/lib/lazy-module.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { failWrites, WRITE_FAULTS, type WriteFault } from './failing-writes.ts';
import { loadedHousehold } from './loaded-household.ts';
import { localStorageOf } from './local-storage-of.ts';
import type { MemoryServer } from './memory-server.ts';

/** The part of a server that a phone uses. */
type PhoneServer = Pick<MemoryServer, 'now' | 'answer' | 'listen'>;

/** One browser: the state that its tabs share, and its faults. */
export class Phone {
  readonly server: PhoneServer;
  readonly jar: { session?: string } = {};
  readonly stored = new Map<string, string>();
  readonly tabs = new Set<Tab>();
  indexedDB = new IDBFactory();
  isOnline = true;
  /** Ms by which the device's clock is ahead of the server's. */
  clockError = 0;
  /** Ms of deep sleep, during which the uptime of its pages stood still. */
  slept = 0;
  zone = 'Europe/Stockholm';
  hasLocks = true;
  hasStreams = false;
  /** Frames are drawn at once. */
  afterFrame: (work: () => void) => void = (work) => work();
  /** The lazy part that opens a household; loaded by default. */
  part: LazyModule<HouseholdPart> = loadedHousehold;
  /** 'refuses': every write throws; 'forgets': the journal is not kept, for a control. */
  storage: 'works' | 'refuses' | 'forgets' = 'works';
  /** False: an older browser, without `indexedDB.databases()`. */
  listsDatabases = true;
  /** 'refuses': every open, read and write throws; 'hangs': opening never ends. */
  database: 'works' | 'refuses' | 'hangs' | WriteFault = 'works';
  #lockQueues = new Map<string, Promise<void>>();

  constructor(server: PhoneServer) {
    this.server = server;
  }

  openTab(): Tab {
    const tab = new Tab(this);
    this.tabs.add(tab);
    return tab;
  }

  now(): number {
    return this.server.now() + this.clockError;
  }

  /** Grants a lock to one tab at a time; a killed tab releases it. */
  locksFor(tab: Tab): Locks {
    return {
      request: async (name, _options, work) => {
        if (tab.isDead) return new Promise(() => {});
        const before = this.#lockQueues.get(name) ?? Promise.resolve();
        let release = () => {};
        const mine = new Promise<void>((resolve) => {
          release = resolve;
        });
        const after = before.then(() => mine);
        this.#lockQueues.set(name, after);
        tab.onKill(release);
        await before;
        return tab.alive(work()).finally(release);
      },
    };
  }
}

/** One tab. A killed tab stops at once: nothing pending reaches disk or network. */
export class Tab {
  readonly phone: Phone;
  readonly data: FrammeData;
  readonly #killed: (() => void)[] = [];
  readonly #connections = new Set<IDBDatabase>();
  readonly #running = new Set<IDBTransaction>();
  readonly #wakers = new Set<() => void>();
  readonly #sleepers = new Set<() => void>();
  readonly #storageListeners = new Set<(key: string) => void>();
  readonly #channels = new Map<string, Set<() => void>>();
  readonly #timers = new Map<object, { at: number; work: () => void }>();
  #time = 0;
  isDead = false;
  /** Receives no messages of other tabs. */
  isDeaf = false;
  isVisible = true;

  constructor(phone: Phone) {
    this.phone = phone;
    this.data = createFrammeData(this.#environment(), phone.part);
  }

  /** Returns the signed-in household; throws without one. */
  get home(): Household {
    const household = this.data.household();
    if (!household) throw new Error('nobody is signed in');
    return household;
  }

  onKill(work: () => void): void {
    this.#killed.push(work);
  }

  kill(): void {
    this.isDead = true;
    this.phone.tabs.delete(this);
    for (const transaction of this.#running) abort(transaction);
    for (const connection of this.#connections) connection.close();
    for (const work of this.#killed) work();
  }

  /** Reloads the tab. */
  reload(): Tab {
    this.kill();
    return this.phone.openTab();
  }

  /** Closes its database connections silently, as Safari does in the background. */
  loseConnections(): void {
    for (const connection of this.#connections) connection.close();
  }

  /** Deletes all that the browser has stored, as an eviction does. */
  evict(): void {
    this.loseConnections();
    this.phone.indexedDB = new IDBFactory();
    this.phone.stored.clear();
  }

  /** Hides the page; `wake` shows it again. */
  hide(): void {
    this.isVisible = false;
    for (const sleeper of this.#sleepers) sleeper();
  }

  wake(): void {
    this.isVisible = true;
    for (const waker of this.#wakers) waker();
  }

  /** Advances this tab's timers. */
  advance(ms: number): void {
    this.#time += ms;
    for (const [key, { at, work }] of this.#timers) {
      if (at > this.#time) continue;
      this.#timers.delete(key);
      work();
    }
  }

  hear(name: string): void {
    if (!this.isDead && !this.isDeaf) for (const listener of this.#channels.get(name) ?? []) listener();
  }

  hearOfStored(key: string): void {
    if (!this.isDead && !this.isDeaf) for (const listener of this.#storageListeners) listener(key);
  }

  /** Wraps a promise so that it never settles in a killed tab. */
  alive<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.isDead || resolve(value),
        (error) => this.isDead || reject(error),
      );
    });
  }

  #environment(): Environment {
    const { phone } = this;
    return {
      fetch: (path, request) => this.alive(this.#fetch(path, request)),
      indexedDB: this.#factory(),
      keyRange: IDBKeyRange,
      storage: localStorageOf(phone, this),
      now: () => phone.now(),
      afterFrame: (work) => phone.afterFrame(work),
      whenIdle: (work) => work(),
      monotonicNow: () => phone.server.now() - phone.slept,
      random: (bytes) => randomBytes(bytes),
      zone: () => phone.zone,
      locks: phone.hasLocks ? phone.locksFor(this) : undefined,
      channel: (name) => this.#channel(name),
      stream: phone.hasStreams ? (path, listener) => this.#listen(path, listener) : undefined,
      after: (ms, work) => {
        const key = {};
        this.#timers.set(key, { at: this.#time + ms, work });
        return () => this.#timers.delete(key);
      },
      onWake: (listener) => {
        this.#wakers.add(listener);
        return () => this.#wakers.delete(listener);
      },
      onStored: (listener) => {
        this.#storageListeners.add(listener);
        return () => this.#storageListeners.delete(listener);
      },
      onSleep: (listener) => {
        this.#sleepers.add(listener);
        return () => this.#sleepers.delete(listener);
      },
      isVisible: () => this.isVisible,
      forgetPush: () => undefined,
      persist: () => {},
    };
  }

  async #fetch(path: string, request: RequestInit): Promise<Response> {
    if (this.isDead || !this.phone.isOnline) throw new TypeError('network');
    const typed = typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
    const { status, body } = await this.phone.server.answer(this.phone.jar, path, typed);
    // The server marks an export as a file.
    const isFile = status === 200 && path === EXPORT_PATHS.visits;
    const headers: HeadersInit = isFile ? { 'content-disposition': 'attachment' } : {};
    return new Response(JSON.stringify(body), { status, headers });
  }

  #listen(path: string, { onEvent, onError }: StreamListener): () => void {
    const { server, jar } = this.phone;
    const close = server.listen(jar, path, {
      onEvent: (event, data) => this.isDead || onEvent(event, data),
      onError: () => this.isDead || onError(),
    });
    this.onKill(close);
    return close;
  }

  #channel(name: string): Channel {
    const listeners = new Set<() => void>();
    const all = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, all);
    return {
      post: () => {
        if (this.isDead) return;
        const others = [...this.phone.tabs].filter((tab) => tab !== this);
        setImmediate(() => {
          for (const tab of others) tab.hear(name);
        });
      },
      onMessage: (listener) => {
        listeners.add(listener);
        all.add(listener);
      },
      close: () => {
        for (const listener of listeners) all.delete(listener);
      },
    };
  }

  #factory(): IDBFactory {
    const { phone } = this;
    const open = (name: string, version?: number) => {
      this.#check();
      if (phone.database === 'hangs') return {} as IDBOpenDBRequest;
      const request = phone.indexedDB.open(name, version);
      request.addEventListener('success', () => this.#watch(request.result as unknown as IDBDatabase));
      return request;
    };
    return {
      open,
      databases: phone.listsDatabases ? () => phone.indexedDB.databases() : undefined,
      deleteDatabase: (name: string) => (this.isDead ? undefined : phone.indexedDB.deleteDatabase(name)),
    } as unknown as IDBFactory;
  }

  #check(): void {
    if (this.phone.database === 'refuses' || this.isDead) throw new DOMException('broken', 'UnknownError');
  }

  #watch(connection: IDBDatabase): void {
    this.#connections.add(connection);
    if (this.isDead) connection.close();
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...about: Parameters<IDBDatabase['transaction']>) => {
      this.#check();
      const transaction = begin(...about);
      failWrites(transaction, () => WRITE_FAULTS.find((fault) => fault === this.phone.database));
      this.#running.add(transaction);
      for (const end of ['complete', 'abort']) {
        transaction.addEventListener(end, () => this.#running.delete(transaction));
      }
      return transaction;
    };
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It had already ended.
  }
}
