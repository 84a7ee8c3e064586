import type { LiveEvent } from '#domain/protocol/live.ts';

/** Everything the data library needs from the browser; tests pass their own. */
export interface Environment {
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** Absent if the browser forbids storage; then nothing can be stored. */
  indexedDB: IDBFactory | undefined;
  keyRange: KeyRange | undefined;
  storage: DeviceStorage | undefined;
  /** The device's clock, in ms since 1970. */
  now(): number;
  /** Milliseconds since the page was opened, independent of the device's clock; it may stop while the device sleeps. */
  uptime(): number;
  /** Random bytes from a cryptographic source. */
  random(bytes: number): Uint8Array;
  /** The IANA name of the device's time zone. */
  zone(): string;
  /** Absent outside secure pages. */
  locks: Locks | undefined;
  /** A broadcast channel to the other tabs; absent if the browser has none. */
  channel(name: string): Channel | undefined;
  /** Opens a stream of server-sent events and returns a function that closes it; absent if the browser has none. */
  stream: ((path: string, listener: StreamListener) => () => void) | undefined;
  /** Calls back once after this many ms. Returns a function that cancels. */
  after(ms: number, work: () => void): () => void;
  /** Calls back once after the next frame is drawn, or soon if none is. */
  afterFrame(work: () => void): void;
  /** Calls back once when the page has nothing to do, or in a second at the latest: the first screen comes before. */
  whenIdle(work: () => void): void;
  /** Calls back when the page becomes visible or the network returns. Returns a function that unsubscribes. */
  onWake(listener: () => void): () => void;
  /** Calls back when another tab writes a key into the storage. Returns a function that unsubscribes. */
  onStored(listener: (key: string) => void): () => void;
  /** Calls back when the page is hidden. Returns a function that unsubscribes. */
  onSleep(listener: () => void): () => void;
  isVisible(): boolean;
  /** Ends what the browser is told about an account by Web Push, and closes what it shows. */
  forgetPush(): void;
  /** Asks the browser not to evict what is stored here; some ask the parent. */
  persist(): void;
}

export type DeviceStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export type KeyRange = Pick<typeof IDBKeyRange, 'bound' | 'lowerBound'>;

export interface Locks {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

/** Listens to a stream. After `onError` the opener closes the stream; it does not reconnect by itself. */
export interface StreamListener {
  onEvent(event: LiveEvent, data: string): void;
  onError(): void;
}

export interface Channel {
  post(): void;
  onMessage(listener: () => void): void;
  close(): void;
}
