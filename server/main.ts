import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type Config, toSiteInfo } from './config/config.ts';
import { loadConfig } from './config/load-config.ts';
import { createE164Formatter } from './config/phone-numbers.ts';
import { unknownSettings } from './config/unknown-settings.ts';
import { createMailer } from './mail/mailer.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { consoleChannel } from './notices/channel.ts';
import { loadDocuments } from './pages/load-documents.ts';
import { createLog } from './process/log.ts';
import { shutDownOnSignal } from './process/shutdown.ts';
import {
  listeningAddress,
  startupErrorMessage,
  startupWarnings,
  unusedPortWarning,
} from './process/startup-messages.ts';
import { writeError } from './process/systemd-journal.ts';
import { VERSION } from './process/version.ts';
import { contactWarning } from './push/vapid.ts';
import { openStore } from './store/admin/open.ts';

const FIRST = 3;

/** A systemd socket outlives this process: connections during a restart wait in it. */
function inheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  return LISTEN_PID === String(pid) && Number(LISTEN_FDS) >= 1 ? FIRST : undefined;
}

/** Saves 50 MB under a flood, at no measurable cost per tap. A V8 without the flag only prints an error. */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

/** Rejects if the stream is broken. */
function linePrinter(stream: Writable): (line: string) => Promise<void> {
  // The failed write reports a closed pipe, which must not end the server.
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

async function listen(app: FastifyInstance, { port, host }: Config, fd: number | undefined): Promise<void> {
  if (fd === undefined) return void (await app.listen({ port, host }));
  await app.ready();
  app.server.listen({ fd });
  await once(app.server, 'listening');
}

// Files that the server writes are for its user alone.
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
  const rendering = loadDocuments(dist, toSiteInfo(config), [join(config.dataDir, 'documents')]);
  // If the store fails to open too, that error is reported instead.
  rendering.catch(() => undefined);
  const onUntrustedDisk = (error: unknown) => {
    log.fatal({ error }, 'a commit could not be written to disk; the server exits, start it again');
    process.exit(1);
  };
  const opened = await openStore(config, onUntrustedDisk, (figures, text, isWarning) =>
    log[isWarning ? 'warn' : 'info'](figures, text),
  );
  // The library takes 18 MB, and most sites keep no metrics.
  const meter = config.metrics && new (await import('./metrics/metrics.ts')).Metrics();
  const store = meter ? meter.measured(opened) : opened;
  // Without a public address or contact it is a trial on this machine.
  const isHosted =
    config.pushServices.length > 0 && (config.publicOrigin ?? config.hostContact) !== undefined;
  const contact = isHosted ? contactWarning(config) : undefined;
  for (const warning of [...unknownSettings().warned, ...startupWarnings(config), contact])
    if (warning) log.warn(warning);
  const stopping = new AbortController();
  const socket = inheritedSocket(process.env, process.pid);
  const app = createApp({
    config,
    stopping: stopping.signal,
    isSocketKept: socket !== undefined,
    store,
    meter,
    now: Date.now,
    monotonicNow: () => performance.now(),
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
