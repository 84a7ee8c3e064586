import type { LiveEvent } from '#domain/protocol/live.ts';

/** Tests pass their own. */
export interface Environment {
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** Undefined if the browser forbids storage. */
  indexedDB: IDBFactory | undefined;
  keyRange: Pick<typeof IDBKeyRange, 'bound' | 'lowerBound'> | undefined;
  storage: DeviceStorage | undefined;
  /** The device's clock, in ms since 1970. */
  now(): number;
  /** Ms since the page opened, independent of the device's clock; may stop during sleep. */
  monotonicNow(): number;
  /** Cryptographically secure. */
  random(bytes: number): Uint8Array;
  /** IANA name. */
  zone(): string;
  /** Undefined outside secure pages. */
  locks: Locks | undefined;
  /** To the other tabs; undefined if the browser has none. */
  channel(name: string): Channel | undefined;
  /** Server-sent events; returns the close function. */
  stream: ((path: string, listener: StreamListener) => () => void) | undefined;
  /** Calls back once; the result cancels. */
  after(ms: number, work: () => void): () => void;
  /** Calls back after the next frame, or soon if none is drawn. */
  afterFrame(work: () => void): void;
  /** Calls back when idle, after a second at most, so that the first screen comes first. */
  whenIdle(work: () => void): void;
  /**
   * Calls back when the page becomes visible, the network returns, or another tab signs in or out; the result
   * unsubscribes.
   */
  onWake(listener: () => void): () => void;
  /** Calls back when another tab writes a localStorage key; the result unsubscribes. */
  onStored(listener: (key: string) => void): () => void;
  /** Calls back when the page is hidden; the result unsubscribes. */
  onSleep(listener: () => void): () => void;
  isVisible(): boolean;
  /** Ends the browser's Web Push subscription and closes its notifications. */
  forgetPush(): void;
  /** Some browsers ask the parent. */
  persist(): void;
}

export type DeviceStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export interface Locks {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

/** `onError` must close the stream; it never reconnects by itself. */
export interface StreamListener {
  onEvent(event: LiveEvent, data: string): void;
  onError(): void;
}

export interface Channel {
  post(): void;
  onMessage(listener: () => void): void;
  close(): void;
}
