import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import type { StreamListener } from '#client/data/environment.ts';
import type { Visit } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/ports/store.ts';
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
import { placeOp } from '#server/sync/apply-ops.ts';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import { newId } from '#tests/support/people/household.ts';
import { MemoryHousehold } from '#tests/support/phone/memory-household.ts';
import { registerFamily, registerSecondParent, streamChanges } from './model-family.ts';

const ORIGIN = 'http://localhost:3000';
const START = Date.UTC(2026, 8, 14, 15);

type Jar = { session?: string };

interface OpenStream {
  listener: StreamListener;
  close: () => void;
}

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
  readonly #alter: (store: Store) => Store;
  readonly #folder = mkdtempSync(join(tmpdir(), 'framme-model-'));
  readonly #streams = new Set<OpenStream>();
  store: Store;
  #app: FastifyInstance;
  #backup: MemoryHousehold | undefined;
  readonly #ended = new Set<string | undefined>();
  readonly #running = new Set<Promise<unknown>>();
  clock = START;
  account: Account = { uid: '', household: '', email: '' };
  /** Another parent of the household. */
  second: Account = this.account;
  /** The account of each session, by its token. */
  readonly #uids = new Map<string | undefined, Id>();
  reference = new MemoryHousehold();
  exchanges: SyncExchange[] = [];
  late: { jar: Jar; body: SyncRequest }[] = [];
  faultOf: (jar: Jar) => Fault = () => 'none';

  /** `alter` changes the store, for a control. */
  constructor(alter: (store: Store) => Store = (store) => store) {
    this.#alter = alter;
    this.store = this.#openStore();
    this.#app = this.#createApp();
  }

  #openStore(): Store {
    return openSqliteStore(this.#folder, (error) => {
      throw error;
    });
  }

  #createApp(): FastifyInstance {
    const config = readConfig({ NOTICE_HOLD_SECONDS: '3600', LOG_LEVEL: 'silent' });
    if (Array.isArray(config)) throw new Error(config.join('\n'));
    return createApp({
      config,
      // Old links are stripped by a step of the story, never by the worker in its own time.
      store: { ...this.#alter(this.store), linksMadeBefore: async () => [] },
      now: () => this.clock,
      monotonicNow: () => performance.now() + this.clock,
      log: createLog(config.logLevel),
      channel: async () => undefined,
      clientFolder: join(this.#folder, 'no-client'),
      documents: undefined,
      e164: () => undefined,
    });
  }

  now = (): number => this.clock;

  /** Backs the database up while it runs, and the reference with it. */
  async backUp(): Promise<void> {
    await this.idle();
    const copy = join(this.#folder, 'backup.db');
    rmSync(copy, { force: true });
    const db = new DatabaseSync(join(this.#folder, 'framme.db'));
    db.exec(`VACUUM INTO '${copy}'`);
    db.close();
    this.#backup = this.reference.copy();
  }

  /** Restarts the server on the last backup of this family, if there is one; everybody signs in again. */
  async restore(): Promise<boolean> {
    if (!this.#backup) return false;
    await this.idle();
    await this.#app.close();
    await this.store.close();
    copyFileSync(join(this.#folder, 'backup.db'), join(this.#folder, 'framme.db'));
    this.store = this.#openStore();
    this.#app = this.#createApp();
    this.reference = this.#backup.copy();
    this.reference.beginLog();
    this.exchanges = [];
    for (const stream of [...this.#streams]) stream.close();
    for (const { listener } of [...this.#streams]) listener.onError();
    this.#streams.clear();
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
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
    const second = await registerSecondParent(this.store, account, START);
    this.second = second.account;
    this.reference.put(profilePath(second.account.uid), second.profile);
    // A server that was restored in an earlier story keeps its log from the beginning of this one.
    if (this.store.restored()) this.reference.beginLog();
    this.#backup = undefined;
    [this.exchanges, this.late] = [[], []];
    this.faultOf = () => 'none';
  }

  /** Opens a new session of a parent. Returns its token. */
  async openSession({ uid } = this.account): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(token).digest('base64url');
    const times = { createdAt: isoTime(this.clock), expiresAt: '2099-01-01T00:00:00.000Z' };
    await this.store.openSession({ tokenHash, id: newId(), name: '', uid, ...times });
    this.#uids.set(token, uid);
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
    const isApplied = isOurs && (body.epoch === undefined || body.epoch === this.#alter(this.store).epoch());
    const uid = this.#uids.get(jar.session) ?? '';
    if (isApplied && !this.reference.isRestored) this.#applyAll(body, receivedAt, uid);
    const { status, body: reply } = await sent;
    if (isApplied && this.reference.isRestored && status === 200)
      this.#enterAll(body, receivedAt, uid, reply as SyncReply);
    if (status !== 200 && isApplied && body.ops.length > 0) throw new Error(`the server answered ${status}`);
    if (status === 200 && body.ops.length > 0) this.exchanges.push({ jar, body, reply: reply as SyncReply });
    return { status, body: reply };
  }

  /** Writes visits as the server does, and to the reference; `change` returns a visit that is to stay as it was. */
  async writeVisits(paths: readonly Path<'visit'>[], change: (visit: Visit) => Visit): Promise<void> {
    while (this.#running.size > 0) await this.idle();
    const written = this.store.transact(this.account.household, async (transaction) => {
      const stored = await transaction.load([{ paths }]);
      const writes = changesOf(stored, paths, change);
      if (writes.length > 0) await saveAsServer(transaction, writes, this.clock, this.store.restored());
    });
    const changes = changesOf(this.reference, paths, change);
    if (!this.reference.isRestored)
      for (const { path, document } of changes) this.reference.put(path, document);
    await written;
    if (!this.reference.isRestored) return;
    const order = (await this.store.versions([this.account.household])).get(this.account.household) ?? 0;
    for (const { path } of changes) this.reference.enter({ order, path, change });
  }

  listen(_jar: Jar, path: string, listener: StreamListener): () => void {
    const close = streamChanges(this.store, this.account.household, path, listener);
    const stream = { listener, close };
    this.#streams.add(stream);
    return () => {
      close();
      this.#streams.delete(stream);
    };
  }

  #applyAll({ ops, device, deviceNow }: SyncRequest, receivedAt: number, uid: Id): void {
    const sender = { device, uid, deviceNow, receivedAt };
    for (const op of ops) this.reference.apply(op, sender);
  }

  /** After a restore: what the server has done, and what sleeps there, at the order of its first decision. */
  #enterAll({ ops, device, deviceNow }: SyncRequest, receivedAt: number, uid: Id, reply: SyncReply): void {
    for (const op of ops) {
      const outcome = reply.outcomes.find((one) => one.op === op.op);
      if (outcome?.result !== 'done' || this.reference.outcomes.has(op.op)) continue;
      const sent = op.again?.sent;
      const order = sent
        ? Math.min(Math.max(sent.version ?? 0, sent.receivedAt), receivedAt + DAY_MS)
        : outcome.version;
      const placed = placeOp(op, { device, deviceNow }, { uid, receivedAt });
      this.reference.enter({ order, op, placed });
    }
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

function changesOf(
  documents: DocumentSource,
  paths: readonly Path<'visit'>[],
  change: (visit: Visit) => Visit,
): { path: Path<'visit'>; document: Visit }[] {
  return paths.flatMap((path) => {
    const visit = documents.get(path);
    const document = visit && change(visit);
    return document && document !== visit ? [{ path, document }] : [];
  });
}
