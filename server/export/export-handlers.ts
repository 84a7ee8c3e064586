import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/**
 * A session reads this data anyway; only the deletion needs a re-authentication, for which the
 * sign-in does not count.
 */
export function registerExportHandlers(
  app: FastifyInstance,
  { store, now, sessions, events, limits }: AuthContext,
  onDeleted: () => void,
): void {
  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const account = await sessions.requireAccount(request);
    limits.exports.take(account.household, reply.raw);
    events.record(request, { event: 'export', outcome: 'ok', uid: account.uid });
    const context = {
      store,
      now,
      fairShare: limits.fairShare.from(request.ip),
      isAborted: () => reply.raw.destroyed,
    };
    return { account, context, people: await loadPeople(context, account) };
  };
  const day = () => isoTime(now()).slice(0, 10);
  app.get(EXPORT_PATHS.everything, { exposeHeadRoute: false }, async (request, reply) => {
    const { account, context, people } = await begin(request, reply);
    return sendFile(reply, 'json', `framme-${day()}.json`, exportJson(context, account, people));
  });
  app.get(EXPORT_PATHS.visits, { exposeHeadRoute: false }, async (request, reply) => {
    const { account, context, people } = await begin(request, reply);
    return sendFile(reply, 'csv', `framme-${day()}.csv`, exportCsv(context, account, people));
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

/** At most two chunks ahead of the reader. */
function sendFile(
  reply: FastifyReply,
  type: keyof typeof CONTENT_TYPES,
  name: string,
  chunks: AsyncGenerator<string>,
): FastifyReply {
  dropStalled(reply.raw);
  return reply
    .header('content-type', CONTENT_TYPES[type])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(chunks, { highWaterMark: 2 }));
}
