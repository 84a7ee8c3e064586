import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { StreamListener } from '#client/data/environment.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Op, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/port.ts';
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
import { newId } from '#tests/support/people/household.ts';
import { MemoryHousehold } from '#tests/support/phone/memory-household.ts';
import { registerFamily, streamChanges } from './model-family.ts';

const ORIGIN = 'http://localhost:3000';
const START = Date.UTC(2026, 8, 14, 15);

type Jar = { session?: string };

/** Faults of a device's next requests. 'late': the request seems lost and is delivered later. */
export type Fault = 'none' | 'request-lost' | 'reply-lost' | 'late';

/** A sync request that reached the server, and its first reply. */
export interface SyncExchange {
  jar: Jar;
  body: SyncRequest;
  reply: SyncReply;
}

/**
 * The real app on a real SQLite file, without sockets, and a reference household in memory that gets the same
 * ops in the same order: a difference means that something was lost, doubled or reordered.
 */
export class ModelServer {
  readonly store: Store;
  readonly #app: FastifyInstance;
  readonly #folder = mkdtempSync(join(tmpdir(), 'framme-model-'));
  readonly #ended = new Set<string | undefined>();
  readonly #running = new Set<Promise<unknown>>();
  clock = START;
  account: Account = { uid: '', household: '', email: '' };
  reference = new MemoryHousehold();
  exchanges: SyncExchange[] = [];
  late: { jar: Jar; body: SyncRequest }[] = [];
  faultOf: (jar: Jar) => Fault = () => 'none';

  /** `alter` changes the store, for a control. */
  constructor(alter: (store: Store) => Store = (store) => store) {
    const config = readConfig({ NOTICE_HOLD_SECONDS: '3600', LOG_LEVEL: 'silent' });
    if (Array.isArray(config)) throw new Error(config.join('\n'));
    this.store = openSqliteStore(this.#folder, (error) => {
      throw error;
    });
    this.#app = createApp({
      config,
      store: alter(this.store),
      now: () => this.clock,
      log: createLog(config.logLevel),
      channel: async () => undefined,
      clientFolder: join(this.#folder, 'no-client'),
      documents: undefined,
      e164: () => undefined,
    });
  }

  now = (): number => this.clock;

  async close(): Promise<void> {
    await this.#app.close();
    await this.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Starts over with a new family. */
  async reset(): Promise<void> {
    this.clock = START;
    const { account, profile } = await registerFamily(this.store, START);
    this.account = account;
    this.reference = new MemoryHousehold();
    this.reference.put(profilePath(account.uid), profile);
    [this.exchanges, this.late] = [[], []];
    this.faultOf = () => 'none';
  }

  /** Opens a new session of the family. Returns its token. */
  async openSession(): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(token).digest('base64url');
    const times = { createdAt: isoTime(this.clock), expiresAt: '2099-01-01T00:00:00.000Z' };
    await this.store.openSession({ tokenHash, id: newId(), name: '', uid: this.account.uid, ...times });
    return token;
  }

  /** Resolves when no request is pending, so that the clock may move. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async answer(jar: Jar, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const fault = this.faultOf(jar);
    const isSync = path === '/api/sync';
    if (fault === 'late' && isSync) this.late.push({ jar: { ...jar }, body: body as SyncRequest });
    if (fault === 'late' || fault === 'request-lost') throw new TypeError('network');
    if (path === '/api/log-out') this.#ended.add(jar.session);
    const reply = await (isSync ? this.sync({ ...jar }, body as SyncRequest) : this.#send(jar, path, body));
    if (path === '/api/log-out' && reply.status === 200) delete jar.session;
    if (fault === 'reply-lost') throw new TypeError('network');
    return reply;
  }

  /** Applies a sync to the server and to the reference. */
  async sync(jar: Jar, body: SyncRequest): Promise<{ status: number; body: unknown }> {
    const receivedAt = this.clock;
    const sent = this.#send(jar, '/api/sync', body);
    const isOurs = jar.session !== undefined && !this.#ended.has(jar.session);
    const expected = isOurs ? body.ops.map((op) => this.#apply(op, body, receivedAt)) : [];
    const { status, body: reply } = await sent;
    if (status !== 200 && expected.length > 0) throw new Error(`the server answered ${status}`);
    if (status === 200 && body.ops.length > 0) this.exchanges.push({ jar, body, reply: reply as SyncReply });
    return { status, body: reply };
  }

  listen(_jar: Jar, path: string, listener: StreamListener): () => void {
    return streamChanges(this.store, this.account.household, path, listener);
  }

  #apply(op: Op, { device, deviceNow }: SyncRequest, receivedAt: number) {
    return this.reference.apply(op, { device, uid: this.account.uid, deviceNow, receivedAt });
  }

  async #send(jar: Jar, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const sending = this.#app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      headers: { origin: ORIGIN, ...(jar.session === undefined ? {} : { cookie: `framme=${jar.session}` }) },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const running = Promise.resolve(sending);
    this.#running.add(running);
    try {
      const { statusCode, payload } = await running;
      return { status: statusCode, body: JSON.parse(payload) };
    } finally {
      this.#running.delete(running);
    }
  }
}
