import type { Logger } from 'pino';
import type { AuthOptions } from './auth/port.ts';
import type { Config } from './config/config.ts';
import type { LiveTimes } from './live/live-streams.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Channel } from './notices/channel.ts';
import type { Documents } from './pages/documents.ts';
import type { Store } from './store/port.ts';

/** All that the app stands on; tests pass their own. */
export interface Dependencies extends AuthOptions {
  config: Config;
  store: Store;
  /** The server's clock, in ms since 1970. */
  now: () => number;
  log: Logger;
  /** Where notices to other families go. */
  channel: Channel;
  /** What sends mail; undefined where this host sends none. The app closes it. */
  mailer?: Mailer | undefined;
  /** The built client: the folder with index.html. */
  clientFolder: string;
  /** Its pages, drawn for this host; undefined where the client is not built. */
  documents: Documents | undefined;
  /** The E.164 form of a phone number as typed, where it is certain. */
  e164: (typed: string) => string | undefined;
  /** Other times than the usual ones for live streams. */
  liveTimes?: Partial<LiveTimes>;
  /** Another time than the usual one in which a request has to arrive, in ms. */
  slowestRequest?: number;
}
