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
export function keepRefusedNumbers({ store, log, refusedNumbersMs = RENEWED_EACH_MS }: Dependencies) {
  let keys: ReadonlySet<string> = new Set();
  let keyOf: ((phone: string) => string) | undefined;

  async function read(): Promise<void> {
    const refused = await store.refusedNumbers();
    if (refused.length > 0) keyOf ??= await numberKeys(store);
    keys = new Set(refused);
  }

  const renewal = new CoalescedTask(read, (error) =>
    log.warn({ error }, 'the refused numbers could not be read; those of before hold'),
  );

  return {
    has: (phone: string): boolean => keyOf !== undefined && keys.has(keyOf(phone)),
    /** Rejects if they cannot be read: no link may be shown before. */
    async begin(): Promise<void> {
      await read();
      renewal.every(refusedNumbersMs);
    },
    stop: (): Promise<void> => renewal.stop(),
  };
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
