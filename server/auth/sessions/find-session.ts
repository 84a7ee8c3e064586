import type { FastifyRequest } from 'fastify';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import type { FoundSession } from '../../store/sign-in-port.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A session ends this long after it began or was last seen, whichever comes first. */
export const LONGEST_MS = 180 * DAY_MS;
const LONGEST_UNSEEN_MS = 60 * DAY_MS;
/** A session that is in use is marked as seen no more often than this. */
const SEEN_EVERY_MS = HOUR_MS;
/** A re-authentication counts for this long. */
const PROOF_HOLDS_MS = 10 * 60_000;

/** The ISO time at which a session ends that began and was last seen at these times, in ms since 1970. */
export function endOf(begun: number, seen: number): string {
  return isoTime(Math.min(begun + LONGEST_MS, seen + LONGEST_UNSEEN_MS));
}

/** Finds living sessions by the hash of their token, and marks those in use as seen. */
function sessionFinder({ store, now, log }: Pick<Dependencies, 'store' | 'now' | 'log'>) {
  /** Not awaited; if it fails, the next request tries again. */
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

/** Finds the session of a request. `hashIn` reads the token of a request and returns its hash. */
export function sessionsBehind(
  { store, now, log }: Pick<Dependencies, 'store' | 'now' | 'log'>,
  hashIn: (request: FastifyRequest) => string | undefined,
) {
  const sessionBehind = sessionFinder({ store, now, log });
  const find = async (request: FastifyRequest) => {
    const session = hashIn(request);
    const found = session === undefined ? undefined : await sessionBehind(session);
    return session === undefined || !found ? undefined : { session, found };
  };
  /** True if the session ended because its account was deleted. */
  const isGone = async (request: FastifyRequest) => {
    const session = hashIn(request);
    return (
      session !== undefined && (await store.ticket('account-gone', session, isoTime(now()))) !== undefined
    );
  };
  const refusal = async (request: FastifyRequest) =>
    new CallError((await isGone(request)) ? 'account-gone' : 'not-signed-in');
  const require = async (request: FastifyRequest) => {
    const open = await find(request);
    if (!open) throw await refusal(request);
    return open;
  };
  const requireFresh = async (request: FastifyRequest) => {
    const open = await require(request);
    // Phrased so that NaN, from a session without a known re-authentication, counts as not fresh.
    const isFresh = Date.parse(open.found.provenAt) + PROOF_HOLDS_MS > now();
    if (!isFresh) throw new CallError('proof-needed');
    return open;
  };
  return { find, refusal, require, requireFresh };
}
