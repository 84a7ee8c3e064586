import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import { registerCalls } from '../http/register-call.ts';
import { dropStalled } from '../load-limits/concurrency-limit.ts';
import { exportCsv } from './export-csv.ts';
import { exportJson } from './export-json.ts';
import { loadPeople } from './household-data.ts';

const CONTENT_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

const FILES = [
  [EXPORT_PATHS.everything, 'json', exportJson],
  [EXPORT_PATHS.visits, 'csv', exportCsv],
] as const;

/** Read ahead of the reader. */
const CHUNKS_AHEAD = 2;

/**
 * A session reads this data anyway; only the deletion needs a re-authentication, for which the
 * sign-in does not count.
 */
export function registerExportHandlers(
  app: FastifyInstance,
  { store, now, sessions, events, limits }: AuthContext,
  onDeleted: () => void,
): void {
  for (const [path, type, contents] of FILES)
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      const account = await sessions.requireAccount(request);
      limits.exports.take(account.household, reply.raw);
      events.record(request, { event: 'export', outcome: 'ok', uid: account.uid });
      const fairShare = limits.fairShare.from(request.ip);
      const context = { store, now, fairShare, isAborted: () => reply.raw.destroyed };
      const people = await loadPeople(context, account);
      dropStalled(reply.raw);
      const name = `framme-${isoTime(now()).slice(0, 10)}.${type}`;
      return reply
        .header('content-type', CONTENT_TYPES[type])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(contents(context, account, people), { highWaterMark: CHUNKS_AHEAD }));
    });
  registerCalls(app, {
    async deleteAccount({ household }, request, reply) {
      const { account } = await sessions.requireReauthentication(request);
      if (account.household !== household) throw new CallError('other-household');
      await store.deleteAccount(account.uid, isoTime(now()));
      onDeleted();
      await sessions.end(reply);
      return {};
    },
  });
}
