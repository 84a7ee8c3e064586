import type { Logger } from 'pino';
import type { Hashing } from './auth/core/passwords/hashing.ts';
import type { Providers } from './auth/providers/provider.ts';
import type { Config } from './config/config.ts';
import type { LiveTimes } from './live/open-streams.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Channel } from './notices/channel.ts';
import type { Documents } from './pages/load-documents.ts';
import type { Store } from './store/ports/store.ts';

export interface Dependencies {
  config: Config;
  store: Store;
  now: () => number;
  /** In ms, for limits in memory: never set back. */
  monotonicNow: () => number;
  log: Logger;
  channel: Channel;
  /** Undefined without SMTP_URL; the app closes it. */
  mailer?: Mailer | undefined;
  clientFolder: string;
  /** Undefined if the client is not built. */
  documents: Documents | undefined;
  /** Undefined for a number that is not certain. */
  e164: (typed: string) => string | undefined;
  providers?: Providers;
  hashing?: Hashing;
  /** Undefined without METRICS_ADDRESS. */
  meter?: Metrics | undefined;
  /** Aborted once a shutdown begins. */
  stopping?: AbortSignal;
  /** If connections wait in a systemd socket the server stays ready until it ends. */
  isSocketKept?: boolean;
  /** In bytes. */
  freeDisk?: (folder: string) => Promise<number>;
  diskWatchMs?: number;
  /** E.164; default: the operator's stored refusals. */
  isNumberRefused?: (phone: string) => boolean;
  refusedNumbersMs?: number;
  liveTimes?: Partial<LiveTimes>;
  requestTimeoutMs?: number;
}
