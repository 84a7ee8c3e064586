import type { FastifyRequest } from 'fastify';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import { sessionFinder } from './session-lifetime.ts';

/** How long it holds that somebody proved that the account is theirs. */
const PROOF_HOLDS_MS = 10 * 60_000;

/** Finds the session behind a request. In: also how its token is read, as a hash. */
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
  /** True where the session ended because its account was deleted. */
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
    // Asked this way round, a session of which no proof is known has none.
    const isFresh = Date.parse(open.found.provenAt) + PROOF_HOLDS_MS > now();
    if (!isFresh) throw new CallError('proof-needed');
    return open;
  };
  return { find, refusal, require, requireFresh };
}
