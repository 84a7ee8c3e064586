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
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { type HouseholdStore, NoSuchHousehold, type Transaction } from '../store/ports/store.ts';
import { saveAsServer } from '../sync/save-as-server.ts';
import { type Living, type LookDeps, livingOf } from './look.ts';

interface WriteDeps extends LookDeps, Pick<Dependencies, 'config'> {
  store: HouseholdStore & LookDeps['store'];
}

/** A reader's change. */
type Changed = Partial<Pick<Living, 'visit' | 'visitor'>> & {
  /** The family's own devices are told. */
  rings?: boolean;
};

/**
 * Writes what readers say into the visit, as the server: phones hear of it by the feed. What can be refused is refused before
 * the household is locked, and judged once more within. Each call throws 'link-expired' if the link shows nothing any more.
 */
export class ReaderWrites {
  readonly #deps: WriteDeps;
  /** The first openings that are being written, by hash: requests that come meanwhile wait for the same one. */
  readonly #opening = new Map<string, Promise<Living>>();

  constructor(deps: WriteDeps) {
    this.#deps = deps;
  }

  /** Marks the first opening. */
  open(living: Living): Promise<Living> {
    if (living.link.openedAt !== undefined) return Promise.resolve(living);
    const { hash } = living;
    const known = this.#opening.get(hash);
    if (known) return known;
    const opening = this.#write(living, ({ visit }, at) => {
      const changed = opened(visit, hash, at);
      return changed === visit ? {} : { visit: changed };
    }).finally(() => this.#opening.delete(hash));
    this.#opening.set(hash, opening);
    return opening;
  }

  /**
   * Throws 'invalid-request' for an answer that cannot be given, or taken back, now; 'too-many-requests' if it comes too
   * soon.
   */
  requireAnswer({ visit }: Living, answer: GivenAnswer | TakenBack, at: string): Visit {
    const decided = answered(visit, answer, at);
    if (decided === undefined) throw new CallError('invalid-request', { field: 'answer' });
    if (decided === 'too-soon')
      throw new CallError('too-many-requests', { retryAfter: ANSWERS_APART_MS / 1000 });
    return decided.visit;
  }

  /** Keeps an answer in place of the one before, or takes it back. `rings`: the family's own devices are told. Throws as `requireAnswer` does. */
  answer(living: Living, answer: GivenAnswer | TakenBack, rings: boolean): Promise<Living> {
    return this.#write(living, (fresh, at) => ({ visit: this.requireAnswer(fresh, answer, at), rings }));
  }

  /** Keeps that the family wants no links; `removal`: and that it asks to be removed. No link shows anything then. */
  async refuse(living: Living, removal: boolean): Promise<void> {
    await this.#write(living, ({ visitor }, at) => ({ visitor: refused(visitor, removal, at), rings: true }));
  }

  async #write(living: Living, decide: (fresh: Living, at: string) => Changed): Promise<Living> {
    const { store, now, config } = this.#deps;
    const written = await store
      .transact(living.household, async (transaction) => {
        const time = now();
        const fresh = await this.#reload(transaction, living, time);
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
    if (!written) throw new CallError('link-expired');
    return written;
  }

  /** Reads the documents behind a link within the transaction; undefined if it shows nothing any more. */
  async #reload(transaction: Transaction, living: Living, now: number): Promise<Living | undefined> {
    const { path, ref, hash } = living;
    const paths = [path, visitorPath(ref), childPath(ref.child)];
    const loaded = await transaction.load([{ paths }]);
    const [visit, visitor] = [loaded.get(path), loaded.get(visitorPath(ref))];
    const child = loaded.get(childPath(ref.child));
    if (!visit || !visitor || !child) return undefined;
    return livingOf(this.#deps, { ...living, visit, visitor, child }, hash, now);
  }
}

function writesOf({ path, ref }: Living, { visit, visitor }: Changed): { path: Path; document: Document }[] {
  return [
    ...(visit ? [{ path, document: visit }] : []),
    ...(visitor ? [{ path: visitorPath(ref), document: visitor }] : []),
  ];
}

/** The account was deleted meanwhile. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof NoSuchHousehold)) throw error;
}
