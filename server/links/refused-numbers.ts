import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { createE164Formatter } from '../config/phone-numbers.ts';
import type { Dependencies } from '../dependencies.ts';
import { CoalescedTask } from '../process/coalesced-task.ts';
import { withAdminStore } from '../store/admin/open.ts';
import type { ActivityStore } from '../store/ports/store.ts';

/** An HMAC key by installation, so that refused numbers (E.164) are stored nowhere. */
export async function numberKeys(store: ActivityStore): Promise<(phone: string) => string> {
  const secret = await store.secret('refused-numbers', randomBytes(32).toString('base64url'));
  return (phone) => createHmac('sha256', secret).update(phone).digest('base64url');
}

const RENEWED_EACH_MS = 60_000;

/**
 * In memory for every link request. Reread each minute, since another process changes them (decision 0035).
 */
export class RefusedNumbers {
  readonly #deps: Dependencies;
  #keys: ReadonlySet<string> = new Set();
  #keyOf: ((phone: string) => string) | undefined;
  readonly #renewal: CoalescedTask;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#renewal = new CoalescedTask(
      () => this.#read(),
      (error) => deps.log.warn({ error }, 'the refused numbers could not be read; those of before hold'),
    );
  }

  readonly has = (phone: string): boolean => this.#keyOf !== undefined && this.#keys.has(this.#keyOf(phone));

  /** Rejects if they cannot be read: no link may be shown before. */
  async begin(): Promise<void> {
    await this.#read();
    const { refusedNumbersMs = RENEWED_EACH_MS } = this.#deps;
    this.#renewal.every(refusedNumbersMs);
  }

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

/** Server-wide; running servers follow within a minute. Throws CannotOpenStore and StoreUnavailable. */
export async function refuseNumber(
  { defaultCountry, ...place }: Pick<Config, 'dataDir' | 'databaseUrl' | 'defaultCountry'>,
  typed: string,
  { allow }: { allow: boolean },
): Promise<'changed' | 'unchanged' | 'no-number'> {
  const phone = createE164Formatter(defaultCountry)(typed);
  if (phone === undefined) return 'no-number';
  return withAdminStore(place, async (store) => {
    const key = (await numberKeys(store))(phone);
    const isRefused = (await store.refusedNumbers()).includes(key);
    if (isRefused !== allow) return 'unchanged';
    await (allow ? store.allowNumber(key) : store.refuseNumber(key));
    return 'changed';
  });
}
