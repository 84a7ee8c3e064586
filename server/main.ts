import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { hostOf } from './config/host.ts';
import { loadConfig } from './config/load-config.ts';
import { createE164Formatter } from './config/phone-numbers.ts';
import { unknownSettings } from './config/unknown-settings.ts';
import { createMailer } from './mail/smtp.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { consoleChannel } from './notices/channel.ts';
import { loadDocuments } from './pages/load-documents.ts';
import { writeError } from './process/journal.ts';
import { createLog } from './process/log.ts';
import { shutDownOnSignal } from './process/shutdown.ts';
import {
  listeningAddress,
  openFolderWarning,
  plainHttpWarning,
  startupErrorMessage,
  unusedPortWarning,
} from './process/startup-messages.ts';
import { VERSION } from './process/version.ts';
import { contactWarning } from './push/vapid.ts';
import { openStore } from './store/hosting/open.ts';

/** The first descriptor that systemd hands over (sd_listen_fds(3)). */
const FIRST = 3;

/**
 * Returns the descriptor of a listening socket that outlives this process, as a systemd socket unit holds it; undefined if there
 * is none. Connections that come during a restart wait in it.
 */
function inheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  return LISTEN_PID === String(pid) && Number(LISTEN_FDS) >= 1 ? FIRST : undefined;
}

/**
 * Lets V8's old generation grow by 40 % between two collections, not to four times what lives: under a flood of requests the
 * server takes some 50 MB less, and a tap costs nothing more that could be measured. A V8 without the flag says so and goes on.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

/** Returns a printer of lines to a stream. It resolves when the stream has taken the line, and rejects if it is broken. */
function linePrinter(stream: Writable): (line: string) => Promise<void> {
  // A closed pipe must not end the server; the caller of the failed write gets the error.
  stream.on('error', () => undefined);
  return (line) =>
    new Promise((resolve, reject) => {
      stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
    });
}

function exitWithError(lines: readonly string[]): never {
  writeError(lines.join('\n'));
  process.exit(1);
}

/** Listens on the socket that systemd holds, if there is one, else on the host and port of the settings. */
async function listen(app: FastifyInstance, { port, host }: Config, fd: number | undefined): Promise<void> {
  if (fd === undefined) return void (await app.listen({ port, host }));
  await app.ready();
  app.server.listen({ fd });
  await once(app.server, 'listening');
}

// Whatever the server writes is for its user alone.
process.umask(0o077);
keepHeapSmall();
const config = loadConfig();
if (Array.isArray(config))
  exitWithError(['Framme cannot start. Correct these settings:', ...config.map((line) => `- ${line}`)]);

const log = createLog(config.logLevel);
process.on('uncaughtException', (error) => {
  log.fatal({ error }, 'the server crashed');
  process.exit(1);
});
const dist = fileURLToPath(new URL('../dist', import.meta.url));
try {
  const rendering = loadDocuments(dist, hostOf(config), [join(config.dataDir, 'documents')]);
  // If the store fails to open too, the host gets that error.
  rendering.catch(() => undefined);
  const onUntrustedDisk = (error: unknown) => {
    log.fatal({ error }, 'a commit could not be written to disk; the server exits, start it again');
    process.exit(1);
  };
  const opened = await openStore(config, onUntrustedDisk, (figures, text, isWarning) =>
    log[isWarning ? 'warn' : 'info'](figures, text),
  );
  // Imported on demand: the library takes 18 MB, and most hosts keep no metrics.
  const meter = config.metrics && new (await import('./metrics/metrics.ts')).Metrics();
  const store = meter ? meter.measured(opened) : opened;
  // Without an address of its own the server is a trial on this machine.
  const isHosted =
    config.pushServices.length > 0 && (config.publicOrigin ?? config.hostContact) !== undefined;
  const warnings = [openFolderWarning(config), plainHttpWarning(config), isHosted && contactWarning(config)];
  for (const warning of [...unknownSettings().warned, ...warnings]) if (warning) log.warn(warning);
  const stopping = new AbortController();
  const socket = inheritedSocket(process.env, process.pid);
  const app = createApp({
    config,
    stopping: stopping.signal,
    isSocketKept: socket !== undefined,
    store,
    meter,
    now: Date.now,
    uptime: () => performance.now(),
    log,
    channel: consoleChannel(linePrinter(process.stdout), config.consoleNotices),
    mailer: createMailer(config, log),
    clientFolder: join(dist, 'client'),
    documents: await rendering,
    e164: createE164Formatter(config.defaultCountry),
  });
  shutDownOnSignal({ app, store, log }, stopping, config.shutdownWaitMs);
  if (meter && config.metrics) await serveMetrics(meter, config.metrics);
  await listen(app, config, socket);
  const unused = socket === undefined ? undefined : unusedPortWarning(app.server, config);
  if (unused !== undefined) log.warn(unused);
  process.stdout.write(`Framme ${VERSION} is ready at ${listeningAddress(app.server, config)}\n`);
} catch (error) {
  exitWithError([startupErrorMessage(error, config)]);
}
