import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EXPORT_PATHS } from '#domain/protocol/export-paths.ts';
import { isoTime } from '#domain/time.ts';
import type { Sessions } from '../auth/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { registerCall } from '../http/register-call.ts';
import { everything } from './everything.ts';
import { peopleOf } from './gather.ts';
import { visitsTable } from './visits-table.ts';

const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8; header=present' };

/**
 * A family takes its data along, or has it deleted. The files hold what a session can read anyway, so no fresh proof is
 * asked for them; for the deletion it is, and the sign-in itself is none.
 */
export function registerExportCalls(
  app: FastifyInstance,
  { store, now }: Dependencies,
  sessions: Sessions,
  onDeleted: () => void,
): void {
  const day = () => isoTime(now()).slice(0, 10);
  app.get(EXPORT_PATHS.everything, { exposeHeadRoute: false }, async (request, reply) => {
    const account = await sessions.requireAccount(request);
    const people = await peopleOf(store, account);
    return sendFile(reply, 'json', `framme-${day()}.json`, everything({ store, now }, account, people));
  });
  app.get(EXPORT_PATHS.visits, { exposeHeadRoute: false }, async (request, reply) => {
    const account = await sessions.requireAccount(request);
    const people = await peopleOf(store, account);
    return sendFile(reply, 'csv', `framme-${day()}.csv`, visitsTable({ store, now }, account, people));
  });
  registerCall(app, 'deleteAccount', async ({ household }, request, reply) => {
    const { account } = await sessions.requireReauthentication(request);
    if (account.household !== household) throw new CallError('other-household');
    await store.deleteAccount(account.uid);
    onDeleted();
    await sessions.end(request, reply);
    return {};
  });
}

/** Pieces are made as they are read, two ahead at most. */
function sendFile(
  reply: FastifyReply,
  type: keyof typeof TYPES,
  name: string,
  pieces: AsyncGenerator<string>,
): FastifyReply {
  return reply
    .header('content-type', TYPES[type])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces, { highWaterMark: 2 }));
}
