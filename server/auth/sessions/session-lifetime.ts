import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { FoundSession } from '../../store/sign-in-port.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A session ends so long after it began, and after it was last seen, whichever comes first. */
export const LONGEST_MS = 180 * DAY_MS;
const LONGEST_UNSEEN_MS = 60 * DAY_MS;
/** A session that is in use is marked as seen no more often than this. */
const SEEN_EVERY_MS = HOUR_MS;

/** When a session ends that began and was last seen at these times, all in ms since 1970. Out: ISO. */
export function endOf(begun: number, seen: number): string {
  return isoTime(Math.min(begun + LONGEST_MS, seen + LONGEST_UNSEEN_MS));
}

/** Finds living sessions by the hash of their token, and marks those in use as seen. */
export function sessionFinder({ store, now, log }: Pick<Dependencies, 'store' | 'now' | 'log'>) {
  /** Nobody waits for it: where it fails the next request tries again. */
  const markSeen = (session: string, { createdAt }: FoundSession, at: number) => {
    store.touchSession(session, isoTime(at), endOf(Date.parse(createdAt), at)).catch((error) => {
      log.warn({ error }, 'a session could not be marked as seen');
    });
  };
  return async (session: string): Promise<FoundSession | undefined> => {
    const at = now();
    const found = await store.session(session, isoTime(at));
    if (found && Date.parse(found.seenAt) + SEEN_EVERY_MS <= at) markSeen(session, found, at);
    return found;
  };
}
