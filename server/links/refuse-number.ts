import type { Config } from '../config/config.ts';
import { createE164Formatter } from '../config/phone-numbers.ts';
import { withHostStore } from '../store/hosting/open.ts';
import { numberKeys } from './refused-numbers.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'defaultCountry'>;

/**
 * Refuses links to a typed number for the whole server, or allows them again. Returns what was changed; `no-number` if it is
 * not certain which number was typed. Servers follow within a minute. Throws CannotOpenStore and StoreUnavailable.
 */
export async function refuseNumber(
  { defaultCountry, ...place }: Settings,
  typed: string,
  { allow }: { allow: boolean },
): Promise<'changed' | 'unchanged' | 'no-number'> {
  const phone = createE164Formatter(defaultCountry)(typed);
  if (phone === undefined) return 'no-number';
  return withHostStore(place, async (store) => {
    const key = (await numberKeys(store))(phone);
    const isRefused = (await store.refusedNumbers()).includes(key);
    if (isRefused !== allow) return 'unchanged';
    await (allow ? store.allowNumber(key) : store.refuseNumber(key));
    return 'changed';
  });
}
