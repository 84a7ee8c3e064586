import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { mailerFor } from '#server/mail/smtp.ts';
import { consoleChannel } from '#server/notices/console-channel.ts';
import { createLog } from '#server/process/log.ts';
import { openStore } from '#server/store/open.ts';
import type { Store } from '#server/store/port.ts';
import { phoneNumberParser } from '#server/sync/phone-number.ts';
import { newSchema } from '#tests/support/postgres/databases.ts';

/** The real app on a real database in this process, with a clock that can be moved and all output kept. */
export interface AppUnderTest {
  url: string;
  store: Store;
  dataDir: string;
  /** The settings by which another process finds the same data. */
  place: Record<string, string>;
  /** The server's clock runs this many ms ahead of the machine's. */
  clock: { ahead: number };
  /** Everything the log wrote. */
  log: { text: string };
  /** What the console channel printed. */
  printed: string[];
  /** Ends it before its test does. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** Replaces parts of what the app stands on. */
  change?: (dependencies: Dependencies) => Partial<Dependencies>;
}

/** Tests come from one address and sign in more often than anybody. */
const UNLIMITED = { SIGN_INS_PER_HOUR: '1000000' };

/** A new folder that goes when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the app on a free port; it ends with the test. */
export async function startApp(options: AppOptions = {}): Promise<AppUnderTest> {
  const app = await launch(options.dataDir ?? temporaryFolder(), options);
  onTestFinished(app.stop);
  return app;
}

/** One app for all tests of a file, for those that leave nothing behind that another would see. */
export function shareApp(options: AppOptions = {}): () => AppUnderTest {
  let shared: AppUnderTest | undefined;
  beforeAll(async () => {
    shared = await launch(mkdtempSync(join(tmpdir(), 'framme-')), options);
  });
  afterAll(async () => {
    await shared?.stop();
    rmSync(shared?.dataDir ?? '', { recursive: true, force: true });
  });
  return () => {
    if (!shared) throw new Error('the app has not started yet');
    return shared;
  };
}

async function launch(dataDir: string, { env = {}, change }: AppOptions): Promise<AppUnderTest> {
  const place = await placeOf(dataDir);
  const config = configFrom({ ...UNLIMITED, LOG_LEVEL: 'trace', NOTICE_HOLD_SECONDS: '0', ...place, ...env });
  const [clock, log, printed] = [{ ahead: 0 }, { text: '' }, [] as string[]];
  const store = await openStore(config, (error) => {
    throw error;
  });
  const logger = createLog(config.logLevel, keepingIn(log));
  const dependencies: Dependencies = {
    config,
    store,
    now: () => Date.now() + clock.ahead,
    log: logger,
    mailer: mailerFor(config, logger),
    channel: consoleChannel(async (line) => void printed.push(line)),
    clientFolder: join(dataDir, 'no-client'),
    documents: undefined,
    e164: phoneNumberParser(config.defaultCountry),
    hashing: { timeoutMs: 120_000 },
  };
  const app = createApp({ ...dependencies, ...change?.(dependencies) });
  const stop = async () => {
    await app.close();
    await store.close();
  };
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, store, dataDir, place, clock, log, printed, stop };
}

const schemas = new Map<string, string>();

/** Where an app keeps its data: in its folder, or, in a run on PostgreSQL, in a schema that stands for the folder. */
async function placeOf(folder: string): Promise<Record<string, string>> {
  if (process.env.TEST_STORE !== 'postgres') return { DATA_DIR: folder };
  const address = schemas.get(folder) ?? (await newSchema());
  schemas.set(folder, address);
  return { DATA_DIR: folder, DATABASE_URL: address };
}

function keepingIn(log: { text: string }) {
  return {
    write(line: string) {
      log.text += line;
    },
  };
}

function configFrom(env: Record<string, string>): Config {
  const config = readConfig(env);
  if (Array.isArray(config)) throw new Error(config.join('\n'));
  return config;
}

/** Waits until something holds; fails after ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not come to hold in ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
