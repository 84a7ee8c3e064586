import type { Logger } from 'pino';
import type { Hashing } from './auth/core/passwords/hashing.ts';
import type { Providers } from './auth/providers/provider.ts';
import type { Config } from './config/config.ts';
import type { LiveTimes } from './live/open-streams.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Meter } from './metrics/metrics.ts';
import type { Channel } from './notices/channel.ts';
import type { Documents } from './pages/load-documents.ts';
import type { Store } from './store/ports/store.ts';

/** The dependencies of the app; tests pass their own. */
export interface Dependencies {
  config: Config;
  store: Store;
  /** The server's clock, in ms since 1970. */
  now: () => number;
  /** A monotonic clock in ms, for limits that are counted in memory: nobody sets it. */
  uptime: () => number;
  log: Logger;
  /** Sends notices to other families. */
  channel: Channel;
  /** Sends mail; undefined if this host sends none. The app closes it. */
  mailer?: Mailer | undefined;
  /** The folder of the built client, with index.html. */
  clientFolder: string;
  /** The client's pages, rendered for this host; undefined if the client is not built. */
  documents: Documents | undefined;
  /** Returns the E.164 form of a typed phone number, if it is certain. */
  e164: (typed: string) => string | undefined;
  /** Replaces the providers of the settings. */
  providers?: Providers;
  /** Replaces the pool that hashes passwords. */
  hashing?: Hashing;
  /** Takes measurements; undefined unless METRICS_ADDRESS is set. */
  meter?: Meter | undefined;
  /** Aborted as soon as the server is told to stop. */
  stopping?: AbortSignal;
  /** True if new connections wait in a socket that outlives this process, so that it is ready until it ends. */
  isSocketKept?: boolean;
  /** Overrides the bytes that are free on the disk of a folder. */
  freeDisk?: (folder: string) => Promise<number>;
  /** Overrides the time between two looks at the disk that nobody asked for, in ms. */
  diskWatchMs?: number;
  /** True if whoever hosts refuses links to this number, in E.164 form; by default the store says so. */
  isNumberRefused?: (phone: string) => boolean;
  /** Overrides the time between two readings of the refused numbers, in ms. */
  refusedNumbersMs?: number;
  /** Overrides the times of live streams. */
  liveTimes?: Partial<LiveTimes>;
  /** Overrides the time in which a request must arrive, in ms. */
  requestTimeoutMs?: number;
}
