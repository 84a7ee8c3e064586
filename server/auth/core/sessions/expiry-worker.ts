import { HOUR_MS, isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { Repeated } from '../../../process/repeated.ts';

/** Deletes expired sessions, one-time tokens and rate limits once an hour. Several instances may run at the same time. */
export function startExpiry({ store, now, log }: Pick<Dependencies, 'store' | 'now' | 'log'>): Repeated {
  const onFailure = (error: unknown) =>
    log.warn({ error }, 'purging expired sessions and tokens failed, and will be retried');
  return new Repeated(() => store.purgeExpired(isoTime(now())), onFailure).every(HOUR_MS);
}
