import type { LiveEvent } from '#domain/protocol/live-events.ts';

/** Everything the data library needs from outside, so that a test can stand in for a browser. */
export interface Environment {
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** Absent where the browser forbids storage; then nothing can be kept. */
  indexedDB: IDBFactory | undefined;
  keyRange: KeyRange | undefined;
  storage: DeviceStorage | undefined;
  /** The device's clock, in ms since 1970. */
  now(): number;
  /** Milliseconds since the page was opened, whatever the device's clock does; it may stand still in a sleep. */
  uptime(): number;
  /** Random bytes from a cryptographic source. */
  random(bytes: number): Uint8Array;
  /** The IANA name of the device's time zone. */
  zone(): string;
  /** Absent outside secure pages. */
  locks: Locks | undefined;
  /** A line to the other tabs; absent where the browser has none. */
  channel(name: string): Channel | undefined;
  /** Opens a stream of server-sent events; absent where the browser has none. Out: how to close it. */
  stream: ((path: string, hearer: Hearer) => () => void) | undefined;
  /** Calls back once after so many ms. Out: how to cancel. */
  after(ms: number, work: () => void): () => void;
  /** Calls back once the next frame has been drawn, or soon where none is. */
  afterFrame(work: () => void): void;
  /** Calls back when the page comes to the front or the network returns. Out: how to stop. */
  onWake(listener: () => void): () => void;
  /** Calls back when the page leaves the front. Out: how to stop. */
  onSleep(listener: () => void): () => void;
  isVisible(): boolean;
  /** Asks the browser not to evict what is stored here. */
  askToPersist(): void;
}

export type DeviceStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export type KeyRange = Pick<typeof IDBKeyRange, 'bound' | 'lowerBound'>;

export interface Locks {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

/** Who listens to a stream. A broken one is closed by who opened it, and never mends itself. */
export interface Hearer {
  heard(event: LiveEvent, data: string): void;
  broken(): void;
}

export interface Channel {
  tell(): void;
  onTold(listener: () => void): void;
  close(): void;
}
