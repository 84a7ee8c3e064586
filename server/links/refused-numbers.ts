import { createHmac, randomBytes } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import { Repeated } from '../process/repeated.ts';
import type { ActivityStore } from '../store/ports/store.ts';

/**
 * Returns the function from a number (E.164) to the key under which it is refused: a hash that only this installation can
 * make. The number itself is stored nowhere.
 */
export async function numberKeys(store: Pick<ActivityStore, 'secret'>): Promise<(phone: string) => string> {
  const secret = await store.secret('refused-numbers', randomBytes(32).toString('base64url'));
  return (phone) => createHmac('sha256', secret).update(phone).digest('base64url');
}

const RENEWED_EACH_MS = 60_000;

type Deps = Pick<Dependencies, 'store' | 'log' | 'refusedNumbersMs'>;

/**
 * The numbers to which whoever hosts refuses links, in memory, since every look at a link asks. A command in another process
 * changes them, so they are read again each minute (decision 0035).
 */
export class RefusedNumbers {
  readonly #deps: Deps;
  #keys: ReadonlySet<string> = new Set();
  #keyOf: ((phone: string) => string) | undefined;
  readonly #renewal: Repeated;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#renewal = new Repeated(
      () => this.#read(),
      (error) => deps.log.warn({ error }, 'the refused numbers could not be read; those of before hold'),
    );
  }

  /** True if links to this number (E.164) are refused. */
  readonly has = (phone: string): boolean => this.#keyOf !== undefined && this.#keys.has(this.#keyOf(phone));

  /** Reads them; rejects if they cannot be read, since no link may be shown before. */
  async begin(): Promise<void> {
    await this.#read();
    const { refusedNumbersMs = RENEWED_EACH_MS } = this.#deps;
    this.#renewal.every(refusedNumbersMs);
  }

  /** Resolves when nothing is read any more. */
  stop(): Promise<void> {
    return this.#renewal.stop();
  }

  async #read(): Promise<void> {
    const { store } = this.#deps;
    const keys = await store.refusedNumbers();
    if (keys.length > 0) this.#keyOf ??= await numberKeys(store);
    this.#keys = new Set(keys);
  }
}
