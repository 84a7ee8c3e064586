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
import { createMailer } from '#server/mail/mailer.ts';
import { consoleChannel } from '#server/notices/channel.ts';
import { createLog } from '#server/process/log.ts';
import { openStore } from '#server/store/admin/open.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type LentStore, lendStore } from '#tests/support/postgres/kept-stores.ts';

/** The real app on a real database in this process, with a movable clock and recorded output. */
export interface AppUnderTest {
  url: string;
  store: Store;
  dataDir: string;
  /** Settings for another process or app on the same data. */
  readonly place: Record<string, string>;
  /** The same, for what reads or changes rows, and ends before the test. */
  rows: Record<string, string>;
  /** Ms by which the server's clocks are ahead of the machine's, those by which the one with the time was set, and its time. */
  clock: { ahead: number; set: number; now: () => number };
  /** All log output. */
  log: { text: string };
  /** All lines of the console channel. */
  printed: string[];
  /** Stops it before the test ends; its data stays. */
  stop: () => Promise<void>;
}

/** With the end of the app and of its data. */
type LaunchedApp = AppUnderTest & { end: () => Promise<void> };

export interface AppOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** The server's clocks stand still but for `clock`: what time would give back is not given back to a slow test. */
  isStill?: boolean;
  /** Replaces calls of its store. */
  calls?: (store: Store) => Partial<Store>;
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
  onTestFinished(app.end);
  return app;
}

/** Shares one app between all tests of a file; for tests that leave no traces. */
export function shareApp(options: AppOptions | (() => Promise<AppOptions>) = {}): () => AppUnderTest {
  let shared: LaunchedApp | undefined;
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options() : options;
    shared = await launch(mkdtempSync(join(tmpdir(), 'framme-')), given);
  });
  afterAll(async () => {
    await shared?.end();
    rmSync(shared?.dataDir ?? '', { recursive: true, force: true });
  });
  return () => {
    if (!shared) throw new Error('the app has not started yet');
    return shared;
  };
}

async function launch(
  dataDir: string,
  { env = {}, isStill, calls, change }: AppOptions,
): Promise<LaunchedApp> {
  const own = await ownStore(dataDir, env);
  const address = env.DATABASE_URL ?? lent.get(dataDir)?.address;
  const place = { DATA_DIR: dataDir, ...(address !== undefined && { DATABASE_URL: address }) };
  const config = configFrom({ ...UNLIMITED, LOG_LEVEL: 'trace', NOTICE_HOLD_SECONDS: '0', ...place, ...env });
  const began = Date.now();
  const clock = { ahead: 0, set: 0, now: () => (isStill ? began : Date.now()) + clock.ahead + clock.set };
  let uptime = 0;
  const [log, printed] = [{ text: '' }, [] as string[]];
  const store =
    own?.store ??
    (await openStore(config, (error) => {
      throw error;
    }));
  const logger = createLog(config.logLevel, keepingIn(log));
  const dependencies: Dependencies = {
    config,
    store: calls ? { ...store, ...calls(store) } : store,
    now: clock.now,
    monotonicNow: () => {
      uptime = Math.max(uptime, (isStill ? 0 : performance.now()) + clock.ahead);
      return uptime;
    },
    log: logger,
    mailer: createMailer(config, logger),
    channel: consoleChannel(async (line) => void printed.push(line), config.consoleNotices),
    clientFolder: join(dataDir, 'no-client'),
    documents: undefined,
    e164: createE164Formatter(config.defaultCountry),
    hashing: CHEAP_HASHING,
  };
  const app = createApp({ ...dependencies, ...change?.(dependencies) });
  const end = async () => {
    await app.close();
    await (own ? own.end() : store.close());
  };
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...{ url: `http://localhost:${port}`, store, dataDir, rows: place, clock, log, printed, end },
    get place() {
      if (own) own.isKnown = true;
      return place;
    },
    stop() {
      if (own) own.isKnown = true;
      return end();
    },
  };
}

/** By the folder of the app that began with it. */
const lent = new Map<string, LentStore>();

/** Returns the store of a new app on PostgreSQL; undefined if the app opens one itself, at the settings or on data that is there. */
async function ownStore(folder: string, env: Record<string, string>): Promise<LentStore | undefined> {
  if (process.env.TEST_STORE !== 'postgres' || env.DATABASE_URL !== undefined) return undefined;
  const first = lent.get(folder);
  if (first) {
    first.isKnown = true;
    return undefined;
  }
  const own = await lendStore();
  lent.set(folder, own);
  return own;
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
