import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { hostOf } from './config/host.ts';
import { mailerFor } from './mail/smtp.ts';
import { consoleChannel } from './notices/console-channel.ts';
import { renderedDocuments } from './pages/rendered.ts';
import { createLog } from './process/log.ts';
import { drainOnSignal } from './process/shutdown.ts';
import { addressOf, sentenceFor } from './process/startup-messages.ts';
import { linesTo } from './process/stdout-lines.ts';
import { openStore } from './store/open.ts';
import { phoneNumberParser } from './sync/phone-number.ts';

function giveUp(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

if (existsSync('.env')) process.loadEnvFile('.env');
const config = readConfig(process.env);
if (Array.isArray(config))
  giveUp(['Framme cannot start with these settings:', ...config.map((line) => `- ${line}`)]);

const log = createLog(config.logLevel);
process.on('uncaughtException', (error) => {
  log.fatal({ error }, 'the server crashed');
  process.exit(1);
});
const dist = fileURLToPath(new URL('../dist', import.meta.url));
try {
  const drawing = renderedDocuments(dist, hostOf(config));
  // Where the store cannot be opened, that is what the host hears of.
  drawing.catch(() => undefined);
  const store = await openStore(config, (error) => {
    log.fatal({ error }, 'the disk failed to keep a commit: ending, to start afresh from it');
    process.exit(1);
  });
  const app = createApp({
    config,
    store,
    now: Date.now,
    log,
    channel: consoleChannel(linesTo(process.stdout)),
    mailer: mailerFor(config, log),
    clientFolder: join(dist, 'client'),
    documents: await drawing,
    e164: phoneNumberParser(config.defaultCountry),
  });
  drainOnSignal(app, store, log);
  await app.listen({ port: config.port, host: config.host });
  process.stdout.write(`Framme is ready at ${addressOf(app.server, config)}\n`);
} catch (error) {
  giveUp([sentenceFor(error, config)]);
}
