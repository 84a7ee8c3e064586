import type { Document, Visit } from '#domain/documents.ts';
import {
  ANSWERS_APART_MS,
  answered,
  type GivenAnswer,
  opened,
  refused,
  type TakenBack,
} from '#domain/links/reader.ts';
import { childPath, type Path, visitorPath } from '#domain/paths.ts';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { keyOf } from '../auth/core/limits/limits.ts';
import { CallError } from '../http/call-error.ts';
import { RATES } from '../limits.ts';
import { type Linked, NoSuchHousehold, type Transaction } from '../store/ports/store.ts';
import { saveAsServer } from '../sync/save-as-server.ts';
import { type Living, livingOf } from './look.ts';

/** The limit of the answers that are counted under one key. */
export const ANSWERS = { kind: 'link-answer', limit: RATES.linkAnswers };

/** A reader's change. */
type Changed = Partial<Pick<Linked, 'visit' | 'visitor'>> & {
  /** The family's own devices are told. */
  rings?: boolean;
};

interface Judged<S extends Linked> {
  /** Returns what the reader sees of documents as they are at `now` (ms); undefined if they show nothing any more. */
  judge: (fresh: S, now: number) => S | undefined;
  /** The error of who sees nothing any more. */
  over: CallErrorCode;
}

/**
 * Writes what readers say into the visit, as the server: phones hear of it by the feed. What can be refused is refused before
 * the household is locked, and judged once more within. Each call throws `over` if the reader sees nothing any more.
 */
export class ReaderWrites<S extends Linked> {
  readonly #context: AuthContext;
  readonly #judged: Judged<S>;

  constructor(context: AuthContext, judged: Judged<S>) {
    this.#context = context;
    this.#judged = judged;
  }

  /**
   * Keeps an answer in place of the one before, or takes it back, and has the family's own devices told. `counted`: under which
   * key it counts. Throws 'invalid-request' for one that cannot be given, or taken back, now; 'too-many-requests' if it comes too soon or
   * is one too many.
   */
  async answer(seen: S, answer: GivenAnswer | TakenBack, counted: string): Promise<S> {
    const { limits, now } = this.#context;
    requireAnswer(seen, answer, isoTime(now()));
    await limits.count(ANSWERS.kind, counted, ANSWERS.limit);
    const rings = 'code' in answer && answer.code !== 'thanks' && (await this.#mayRing(seen));
    return this.write(seen, (fresh, at) => ({ visit: requireAnswer(fresh, answer, at), rings }));
  }

  /** True if an answer may ring on the family's own devices; beyond the limit of a visit it is only kept. */
  async #mayRing({ household, path }: S): Promise<boolean> {
    const { store, now } = this.#context;
    return (
      (await store.attempt(keyOf('answer-rings', `${household} ${path}`), now(), RATES.ringingAnswers)) === 0
    );
  }

  protected async write(seen: S, decide: (fresh: S, at: string) => Changed): Promise<S> {
    const { store, now, config } = this.#context;
    const written = await store
      .transact(seen.household, async (transaction) => {
        const time = now();
        const fresh = await this.#reload(transaction, seen, time);
        if (!fresh) return undefined;
        const at = isoTime(time);
        const { rings = false, ...changed } = decide(fresh, at);
        const writes = writesOf(fresh, changed);
        const alerts =
          rings && config.pushServices.length > 0 ? [{ about: fresh.path, kind: 'answer', at } as const] : [];
        if (writes.length > 0) await saveAsServer(transaction, writes, time, store.restored(), alerts);
        return { ...fresh, ...changed };
      })
      .catch(unlessGone);
    if (!written) throw new CallError(this.#judged.over);
    return written;
  }

  /** Reads the documents that the reader sees within the transaction; undefined if they show nothing any more. */
  async #reload(transaction: Transaction, seen: S, now: number): Promise<S | undefined> {
    const { path, ref } = seen;
    const paths = [path, visitorPath(ref), childPath(ref.child)];
    const loaded = await transaction.load([{ paths }]);
    const [visit, visitor] = [loaded.get(path), loaded.get(visitorPath(ref))];
    const child = loaded.get(childPath(ref.child));
    if (!visit || !visitor || !child) return undefined;
    return this.#judged.judge({ ...seen, visit, visitor, child }, now);
  }
}

/** The writes of whoever holds a link. */
export class LinkWrites extends ReaderWrites<Living> {
  /** The first openings that are being written, by hash: requests that come meanwhile wait for the same one. */
  readonly #opening = new Map<string, Promise<Living>>();

  constructor(context: AuthContext) {
    super(context, {
      judge: (seen, now) => {
        const fresh = livingOf(context, seen, seen.hash, now);
        // The own family alone was let in although the number is refused.
        return fresh?.isRefused && !seen.isRefused ? undefined : fresh;
      },
      over: 'link-expired',
    });
  }

  /** Marks the first opening. */
  open(living: Living): Promise<Living> {
    if (living.link.openedAt !== undefined) return Promise.resolve(living);
    const { hash } = living;
    const known = this.#opening.get(hash);
    if (known) return known;
    const opening = this.write(living, ({ visit }, at) => {
      const changed = opened(visit, hash, at);
      return changed === visit ? {} : { visit: changed };
    }).finally(() => this.#opening.delete(hash));
    this.#opening.set(hash, opening);
    return opening;
  }

  /** Keeps that the family wants no links; `removal`: and that it asks to be removed. No link shows anything then. */
  async refuse(living: Living, removal: boolean): Promise<void> {
    await this.write(living, ({ visitor }, at) => ({ visitor: refused(visitor, removal, at), rings: true }));
  }
}

/** Throws 'invalid-request' for an answer that cannot be given, or taken back, now; 'too-many-requests' if it comes too soon. */
function requireAnswer({ visit }: Linked, answer: GivenAnswer | TakenBack, at: string): Visit {
  const decided = answered(visit, answer, at);
  if (decided === undefined) throw new CallError('invalid-request', { field: 'answer' });
  if (decided === 'too-soon')
    throw new CallError('too-many-requests', { retryAfter: ANSWERS_APART_MS / 1000 });
  return decided.visit;
}

function writesOf({ path, ref }: Linked, { visit, visitor }: Changed): { path: Path; document: Document }[] {
  return [
    ...(visit ? [{ path, document: visit }] : []),
    ...(visitor ? [{ path: visitorPath(ref), document: visitor }] : []),
  ];
}

/** The account was deleted meanwhile. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof NoSuchHousehold)) throw error;
}
