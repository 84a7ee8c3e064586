import { argon2Sync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { createE164Formatter } from '#server/config/phone-numbers.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createMailer } from '#server/mail/smtp.ts';
import { consoleChannel } from '#server/notices/channel.ts';
import { createLog } from '#server/process/log.ts';
import { openStore } from '#server/store/hosting/open.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newSchema } from '#tests/support/postgres/databases.ts';

/** The real app on a real database in this process, with a movable clock and recorded output. */
export interface AppUnderTest {
  url: string;
  store: Store;
  dataDir: string;
  /** Settings for another process on the same data. */
  place: Record<string, string>;
  /** Ms by which the server's clocks are ahead of the machine's, those by which the one with the time was set, and its time. */
  clock: { ahead: number; set: number; now: () => number };
  /** All log output. */
  log: { text: string };
  /** All lines of the console channel. */
  printed: string[];
  /** Stops it before the test ends. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** The server's clocks stand still but for `clock`: what time would give back is not given back to a slow test. */
  isStill?: boolean;
  /** Replaces dependencies of the app. */
  change?: (dependencies: Dependencies) => Partial<Dependencies>;
}

/** All tests share one address, and some send more than any family, so the limits are raised. */
const UNLIMITED = {
  SIGN_INS_PER_HOUR: '1000000',
  NOTICES_PER_DAY: '1000000',
  OPS_PER_MINUTE: '999999999',
  OPS_PER_DAY: '999999999',
};

/**
 * The real hash at the least cost: these tests open thousands of accounts, and hashing took a third of their time. Later,
 * like the pool's, so that calls can meet during it.
 */
const CHEAP_HASHING: NonNullable<Dependencies['hashing']> = {
  cost: { memory: 8, passes: 1, parallelism: 1 },
  derive: async (parameters) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return argon2Sync('argon2id', parameters);
  },
  stop: async () => undefined,
};

/** Makes a folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the app on a free port; it stops with the test. */
export async function startApp(options: AppOptions = {}): Promise<AppUnderTest> {
  const app = await launch(options.dataDir ?? temporaryFolder(), options);
  onTestFinished(app.stop);
  return app;
}

/** Shares one app between all tests of a file; for tests that leave no traces. */
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

async function launch(dataDir: string, { env = {}, isStill, change }: AppOptions): Promise<AppUnderTest> {
  const place = await placeOf(dataDir);
  const config = configFrom({ ...UNLIMITED, LOG_LEVEL: 'trace', NOTICE_HOLD_SECONDS: '0', ...place, ...env });
  const began = Date.now();
  const clock = { ahead: 0, set: 0, now: () => (isStill ? began : Date.now()) + clock.ahead + clock.set };
  let uptime = 0;
  const [log, printed] = [{ text: '' }, [] as string[]];
  const store = await openStore(config, (error) => {
    throw error;
  });
  const logger = createLog(config.logLevel, keepingIn(log));
  const dependencies: Dependencies = {
    config,
    store,
    now: clock.now,
    uptime: () => {
      uptime = Math.max(uptime, (isStill ? 0 : performance.now()) + clock.ahead);
      return uptime;
    },
    log: logger,
    mailer: createMailer(config, logger),
    channel: consoleChannel(async (line) => void printed.push(line)),
    clientFolder: join(dataDir, 'no-client'),
    documents: undefined,
    e164: createE164Formatter(config.defaultCountry),
    hashing: CHEAP_HASHING,
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

/** Returns the location of an app's data: its folder, or on PostgreSQL a schema for that folder. */
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

/** Polls until a condition holds; throws after a minute, for a busy machine may stand still several times. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not come to hold in a minute');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
