import { randomBytes } from 'node:crypto';
import type { StreamListener } from '#client/data/environment.ts';
import type { Document } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import type { Outcome, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { isOutOfOrder, MemoryHousehold } from './memory-household.ts';

/** A fault of one request: it is lost, its reply is lost, or it is answered by this status. */
export type Fault = 'request-lost' | 'reply-lost' | { status: number; code: string; retryAfter?: number };

/** An open live stream, with the version that it was told. */
interface MemoryStream {
  session: string | undefined;
  household: Id;
  version: number;
  listener: StreamListener;
}

/** A server in memory that speaks the protocol and runs the rulebook, for tests of the phone. */
export class MemoryServer {
  readonly households = new Map<Id, MemoryHousehold>();
  readonly sessions = new Map<string, Account>();
  /** Sessions whose account was deleted. */
  readonly gone = new Set<string | undefined>();
  /** Sessions that were ended on purpose. */
  readonly ended = new Set<string | undefined>();
  /** All sessions there ever were, by household. */
  readonly #households = new Map<string, Id>();
  /** All calls that reached it, in order. */
  readonly requests: { path: string; body: unknown }[] = [];
  /** Returns the fault of the next request to a path. */
  fault: (path: string, body?: unknown) => Fault | undefined = () => undefined;
  /** Awaited before each reply, so that a test can pause it. */
  beforeReply: (path: string) => Promise<void> = async () => {};
  now = () => Date.now();
  /** Named in replies; an older server has none. */
  epoch: Id | undefined;
  readonly streams = new Set<MemoryStream>();
  /** The addresses of all opened streams. */
  readonly streamRequests: string[] = [];
  readonly #accounts = new Map<string, Account & { password: string }>();

  /** Opens a live stream. Returns its close. */
  listen(jar: { session?: string }, path: string, listener: StreamListener): () => void {
    this.streamRequests.push(path);
    const account = this.sessions.get(jar.session ?? '');
    if (!account || this.fault(path)) {
      setImmediate(listener.onError);
      return () => undefined;
    }
    const version = Number(new URLSearchParams(path.split('?')[1]).get('cursor'));
    const stream = { session: jar.session, household: account.household, version, listener };
    this.streams.add(stream);
    setImmediate(() => this.notifyStreams());
    return () => this.streams.delete(stream);
  }

  /** Sends each stream the changes it lacks. */
  notifyStreams(): void {
    for (const stream of this.streams) {
      const { version: after, household, listener } = stream;
      const { changes, cursor } = this.households.get(household)?.feed(after) ?? {
        changes: [],
        cursor: after,
      };
      stream.version = cursor;
      if (cursor > after) listener.onEvent('changes', JSON.stringify({ after, changes, cursor }));
      else listener.onEvent('heartbeat', '{}');
    }
  }

  /** Breaks all streams, as a stopping server does. */
  breakStreams(): void {
    const all = [...this.streams];
    this.streams.clear();
    for (const { listener } of all) listener.onError();
  }

  async answer(
    jar: { session?: string },
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const fault = this.fault(path, body);
    if (fault === 'request-lost') throw new TypeError('network');
    if (typeof fault === 'object')
      return { status: fault.status, body: errorOf(fault.code, { retryAfter: fault.retryAfter }) };
    this.requests.push({ path, body });
    const reply = structuredClone(this.#route(jar, path, structuredClone(body)));
    await this.beforeReply(path);
    if (fault === 'reply-lost') throw new TypeError('network');
    return reply;
  }

  /** Puts a backup in the place of a household, in a new epoch. */
  restore(household: MemoryHousehold, backup: MemoryHousehold): void {
    for (const [id, kept] of this.households) if (kept === household) this.households.set(id, backup);
    this.epoch = newId();
  }

  /** Returns the household of an account. */
  householdOf(email: string): MemoryHousehold {
    const household = this.households.get(this.#accounts.get(email)?.household ?? '');
    if (!household) throw new Error(`nobody registered ${email}`);
    return household;
  }

  #route(jar: { session?: string }, path: string, body: unknown): { status: number; body: unknown } {
    if (path === '/api/register') return this.#register(jar, body as Credentials);
    if (path === '/api/log-in') return this.#logIn(jar, body as Credentials);
    const account = this.sessions.get(jar.session ?? '');
    if (path === '/api/who-am-i') return { status: 200, body: { account: account ?? null } };
    if (path === '/api/log-out') {
      const { session } = body as { session?: string };
      if (session === undefined || session === `hash-${jar.session}`) this.sessions.delete(jar.session ?? '');
      return { status: 200, body: {} };
    }
    if (path === '/api/held-accounts') return { status: 200, body: this.#held(jar, body as HeldRequest) };
    const request = body as SyncRequest;
    if (this.gone.has(jar.session)) return { status: 401, body: errorOf('account-gone') };
    if (!account) {
      const reason = this.ended.has(jar.session) ? { reason: 'ended' } : {};
      return { status: 401, body: errorOf('not-signed-in', reason) };
    }
    if (path === EXPORT_PATHS.visits) return { status: 200, body: { visits: account.household } };
    if (account.household !== request.household) return { status: 409, body: errorOf('other-household') };
    if (path === '/api/delete-account') return this.#delete(account);
    return { status: 200, body: this.#sync(account, request) };
  }

  #delete({ household, email }: Account) {
    for (const [session, owner] of this.#households) {
      if (owner !== household) continue;
      this.sessions.delete(session);
      this.gone.add(session);
    }
    this.households.delete(household);
    this.#accounts.delete(email);
    return { status: 200, body: {} };
  }

  /** Ends all sessions of an account on purpose, as signing out all devices does. */
  signOutAll(email: string): void {
    for (const [session, account] of this.sessions) {
      if (account.email !== email) continue;
      this.sessions.delete(session);
      this.ended.add(session);
    }
  }

  /** Moves an account to another household, as joining one does: its sessions end. Returns the household. */
  move(email: string, household = newId()): MemoryHousehold {
    this.signOutAll(email);
    const account = this.#accounts.get(email);
    if (account) this.#accounts.set(email, { ...account, household });
    const kept = this.households.get(household) ?? new MemoryHousehold();
    this.households.set(household, kept);
    return kept;
  }

  #held(jar: { session?: string }, { sessions }: HeldRequest) {
    const account = this.sessions.get(jar.session ?? '');
    const gone = sessions.filter((hash) => this.gone.has(hash.replace('hash-', '')));
    return account ? { gone, own: { uid: account.uid, session: `hash-${jar.session}` } } : { gone };
  }

  #register(jar: { session?: string }, { email, password, firstName, lastName }: Credentials) {
    const [uid, household] = [newId(), newId()];
    const account = { uid, household, email };
    this.#accounts.set(email, { ...account, password });
    const kept = new MemoryHousehold();
    const now = isoTime(this.now());
    kept.put(
      `profiles/${uid}` as Path,
      {
        ...{ username: 'a.b', email, role: 'user', createdAt: now, updatedAt: now, language: 'sv' },
        ...{ firstName, lastName, notifications: true },
      } as Document,
    );
    this.households.set(household, kept);
    return this.#begin(jar, account);
  }

  #logIn(jar: { session?: string }, { email, password }: Credentials) {
    const known = this.#accounts.get(email);
    if (known?.password !== password) return { status: 401, body: errorOf('invalid-credentials') };
    const { password: _secret, ...account } = known;
    return this.#begin(jar, account);
  }

  #begin(jar: { session?: string }, account: Account) {
    this.sessions.delete(jar.session ?? '');
    jar.session = newId();
    this.sessions.set(jar.session, account);
    this.#households.set(jar.session, account.household);
    return { status: 200, body: { account } };
  }

  #sync({ uid, household }: Account, request: SyncRequest): SyncReply {
    if (this.#isForeign(request)) return this.#reply(household, { ...request, cursor: null, ops: [] }, []);
    const { device, deviceNow, ops } = request;
    const kept = this.households.get(household) ?? new MemoryHousehold();
    const receivedAt = this.now();
    const outcomes: Outcome[] = [];
    if (ops.length > 0) setImmediate(() => this.notifyStreams());
    for (const op of ops) {
      const outcome = kept.apply(op, { device, uid, deviceNow, receivedAt });
      outcomes.push(outcome);
      if (isOutOfOrder(outcome)) break;
    }
    return this.#reply(household, request, outcomes);
  }

  #isForeign({ epoch }: SyncRequest): boolean {
    return epoch !== undefined && epoch !== this.epoch;
  }

  #reply(household: Id, request: SyncRequest, outcomes: Outcome[]): SyncReply {
    const { cursor, history } = request;
    const kept = this.households.get(household) ?? new MemoryHousehold();
    const now = this.now();
    const common = { outcomes, serverNow: now, receivedAt: now, ...(this.epoch && { epoch: this.epoch }) };
    if (cursor === null || cursor > kept.version) return { ...common, ...kept.snapshot(request) };
    const feed = kept.feed(cursor);
    if (!history) return { ...common, ...feed };
    const past = kept.past(history);
    return { ...common, ...feed, ...past, changes: [...feed.changes, ...past.changes] };
  }
}

interface Credentials {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

interface HeldRequest {
  sessions: string[];
}

function errorOf(code: string, about: object = {}) {
  return { error: { code, message: code, ...about } };
}

export function newId(): Id {
  return makeId(randomBytes(16));
}
