import { randomBytes } from 'node:crypto';
import type { Hearer } from '#client/data/environment.ts';
import type { StoredVisit } from '#domain/command.ts';
import { type Document, type DocumentOf, type Visit, visitStart } from '#domain/documents.ts';
import { type Base, Draft, visitorKey } from '#domain/draft.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { isWithin, type Kind, type Path, parsePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol.ts';
import type { Change, Op, Outcome, SyncReply, SyncRequest } from '#domain/sync.ts';
import { isoTime, placeTap } from '#domain/time.ts';

/** One household as a server keeps it: documents with versions, outcomes by op, and every op in the order applied. */
export class MemoryHousehold implements Base {
  readonly documents = new Map<Path, { version: number; document?: Document }>();
  readonly outcomes = new Map<Id, Outcome>();
  readonly applied: { op: Op; device: Id }[] = [];
  /** Taking this defence away must make the tests of resending fail. */
  remembersOutcomes = true;
  version = 0;
  changesPerPage = 500;
  visitsPerPage = 500;
  readonly #sequences = new Map<Id, number>();

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    return this.documents.get(path)?.document as DocumentOf[K] | undefined;
  }

  isTaken(path: Path): boolean {
    return this.documents.has(path);
  }

  stays(visitor: VisitorRef): Iterable<StoredVisit> {
    return this.visits().filter((stay) => visitorKey(stay) === visitorPath(visitor));
  }

  visits(): StoredVisit[] {
    return [...this.documents].flatMap(([path, { document }]) =>
      document && parsePath(path)?.kind === 'visit'
        ? [{ path: path as Path<'visit'>, visit: document as Visit }]
        : [],
    );
  }

  /** All that is there, by path. */
  present(): Map<Path, Document> {
    return new Map(
      [...this.documents].flatMap(([path, { document }]) => (document ? [[path, document]] : [])),
    );
  }

  put(path: Path, document: Document): void {
    this.version += 1;
    this.documents.set(path, { version: this.version, document });
  }

  apply(op: Op, sender: { device: Id; uid: Id; deviceNow: number; receivedAt: number }): Outcome {
    const known = this.outcomes.get(op.op);
    if (known && this.remembersOutcomes) return known;
    const outcome = this.#decide(op, sender);
    this.outcomes.set(op.op, outcome);
    return outcome;
  }

  #decide(op: Op, sender: { device: Id; uid: Id; deviceNow: number; receivedAt: number }): Outcome {
    const { device, uid, deviceNow, receivedAt } = sender;
    if (this.remembersOutcomes && op.sequence <= (this.#sequences.get(device) ?? 0)) {
      return { op: op.op, result: 'refused', refusal: { code: 'out-of-order' } };
    }
    this.#sequences.set(device, op.sequence);
    const { at, certainty } = placeTap({ tappedAt: op.tappedAt, deviceNow, receivedAt });
    const times = { at: isoTime(at), tappedAt: isoTime(op.tappedAt), receivedAt: isoTime(receivedAt) };
    const context = {
      op: op.op,
      actor: uid,
      device,
      zone: op.zone,
      certainty,
      e164: () => undefined,
      ...times,
    };
    const decision = new Draft(this).run(op.name, op.args, context);
    if (!decision.accepted) return { op: op.op, result: 'refused', refusal: decision.refusal };
    this.applied.push({ op, device });
    this.version += 1;
    for (const write of decision.writes) {
      if ('put' in write) this.documents.set(write.put, { version: this.version, document: write.document });
      else this.#remove(write.remove);
    }
    const since = decision.since === undefined ? {} : { since: decision.since };
    return { op: op.op, result: 'done', version: this.version, ...since };
  }

  #remove(root: Path): void {
    for (const path of this.documents.keys()) if (isWithin(path, root)) this.documents.delete(path);
    this.documents.set(root, { version: this.version });
  }

  /** The pages of the feed never split a version. */
  feed(cursor: number): Pick<SyncReply, 'changes' | 'cursor' | 'more'> {
    const all = [...this.documents]
      .map(([path, kept]) => ({ path, ...kept }))
      .filter(({ version }) => version > cursor)
      .sort((a, b) => a.version - b.version);
    const last = all[this.changesPerPage - 1]?.version ?? this.version;
    const changes = all.filter(({ version }) => version <= last) as Change[];
    return { changes, cursor: last, more: last < this.version };
  }

  snapshot(): Pick<SyncReply, 'changes' | 'cursor' | 'more' | 'reset' | 'history'> {
    const closed = new Set<string>(this.#closed().map(({ path }) => path));
    const changes = [...this.documents]
      .map(([path, kept]) => ({ path, ...kept }))
      .filter(({ path, document }) => document && !closed.has(path)) as Change[];
    const history = closed.size > 0 ? { start: '9999-12-31T23:59:59.999Z', path: '~' } : null;
    return { changes, cursor: this.version, more: false, reset: true, history };
  }

  past({ start, path }: { start: string; path: string }): Pick<SyncReply, 'changes' | 'history'> {
    const older = this.#closed().filter(
      (stay) => visitStart(stay.visit) < start || (visitStart(stay.visit) === start && stay.path < path),
    );
    const page = older.slice(0, this.visitsPerPage);
    const last = older.length > page.length ? page.at(-1) : undefined;
    const changes = page.map((stay) => ({ path: stay.path, ...this.documents.get(stay.path) })) as Change[];
    return { changes, history: last ? { start: visitStart(last.visit), path: last.path } : null };
  }

  #closed(): StoredVisit[] {
    return this.visits()
      .filter(({ visit }) => !visit.open)
      .sort((a, b) => (visitStart(a.visit) + a.path < visitStart(b.visit) + b.path ? 1 : -1));
  }
}

/** What goes wrong with one request: it never arrives, its answer never arrives, or it is answered by this status. */
export type Fault = 'request-lost' | 'reply-lost' | { status: number; code: string };

/** A phone that listens, up to which version it was told, and how it is reached. */
interface MemoryStream {
  session: string | undefined;
  household: Id;
  version: number;
  hearer: Hearer;
}

/** A server in memory that speaks the protocol, with the rulebook inside: for tests of the phone. */
export class MemoryServer {
  readonly households = new Map<Id, MemoryHousehold>();
  readonly sessions = new Map<string, Account>();
  /** Every call that reached it, in order. */
  readonly heard: { path: string; body: unknown }[] = [];
  /** Asked before each request. */
  fault: (path: string) => Fault | undefined = () => undefined;
  /** Awaited before each reply, so that a test can look in between. */
  hold: (path: string) => Promise<void> = async () => {};
  now = () => Date.now();
  readonly streams = new Set<MemoryStream>();
  /** Every opening of a stream, by its address. */
  readonly listened: string[] = [];
  readonly #accounts = new Map<string, Account & { password: string }>();

  /** Opens a live stream. Out: how to close it. */
  listen(jar: { session?: string }, path: string, hearer: Hearer): () => void {
    this.listened.push(path);
    const account = this.sessions.get(jar.session ?? '');
    if (!account || this.fault(path)) {
      setImmediate(hearer.broken);
      return () => undefined;
    }
    const version = Number(new URLSearchParams(path.split('?')[1]).get('cursor'));
    const stream = { session: jar.session, household: account.household, version, hearer };
    this.streams.add(stream);
    setImmediate(() => this.tell());
    return () => this.streams.delete(stream);
  }

  /** Tells every stream what it has not heard. */
  tell(): void {
    for (const stream of this.streams) {
      const { version: after, household, hearer } = stream;
      const { changes, cursor } = this.households.get(household)?.feed(after) ?? {
        changes: [],
        cursor: after,
      };
      stream.version = cursor;
      if (cursor > after) hearer.heard('changes', JSON.stringify({ after, changes, cursor }));
      else hearer.heard('heartbeat', '{}');
    }
  }

  /** Cuts every stream off, as a server does that ends. */
  breakStreams(): void {
    const all = [...this.streams];
    this.streams.clear();
    for (const { hearer } of all) hearer.broken();
  }

  async answer(
    jar: { session?: string },
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const fault = this.fault(path);
    if (fault === 'request-lost') throw new TypeError('network');
    if (typeof fault === 'object') return { status: fault.status, body: errorOf(fault.code) };
    this.heard.push({ path, body });
    const reply = structuredClone(this.#route(jar, path, structuredClone(body)));
    await this.hold(path);
    if (fault === 'reply-lost') throw new TypeError('network');
    return reply;
  }

  /** The household of an e-mail's account. */
  householdOf(email: string): MemoryHousehold {
    const household = this.households.get(this.#accounts.get(email)?.household ?? '');
    if (!household) throw new Error(`nobody registered ${email}`);
    return household;
  }

  #route(jar: { session?: string }, path: string, body: unknown): { status: number; body: unknown } {
    if (path === '/api/register') return this.#register(jar, body as Typed);
    if (path === '/api/log-in') return this.#logIn(jar, body as Typed);
    const account = this.sessions.get(jar.session ?? '');
    if (path === '/api/who-am-i') return { status: 200, body: { account: account ?? null } };
    if (path === '/api/log-out') {
      this.sessions.delete(jar.session ?? '');
      return { status: 200, body: {} };
    }
    const request = body as SyncRequest;
    if (!account) return { status: 401, body: errorOf('not-signed-in') };
    if (account.household !== request.household) return { status: 409, body: errorOf('other-household') };
    return { status: 200, body: this.#sync(account, request) };
  }

  #register(jar: { session?: string }, { email, password, firstName, lastName }: Typed) {
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

  #logIn(jar: { session?: string }, { email, password }: Typed) {
    const known = this.#accounts.get(email);
    if (known?.password !== password) return { status: 401, body: errorOf('invalid-credentials') };
    const { password: _secret, ...account } = known;
    return this.#begin(jar, account);
  }

  #begin(jar: { session?: string }, account: Account) {
    jar.session = newId();
    this.sessions.set(jar.session, account);
    return { status: 200, body: account };
  }

  #sync({ uid, household }: Account, { device, deviceNow, cursor, history, ops }: SyncRequest): SyncReply {
    const kept = this.households.get(household) ?? new MemoryHousehold();
    const receivedAt = this.now();
    const outcomes = ops.map((op) => kept.apply(op, { device, uid, deviceNow, receivedAt }));
    if (ops.length > 0) setImmediate(() => this.tell());
    const serverNow = this.now();
    if (cursor === null || cursor > kept.version) return { outcomes, serverNow, ...kept.snapshot() };
    const feed = kept.feed(cursor);
    if (!history) return { outcomes, serverNow, ...feed };
    const past = kept.past(history);
    return { outcomes, serverNow, ...feed, ...past, changes: [...feed.changes, ...past.changes] };
  }
}

interface Typed {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

function errorOf(code: string) {
  return { error: { code, message: code } };
}

export function newId(): Id {
  return makeId(randomBytes(16));
}
