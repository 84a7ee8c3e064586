import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Ground } from '../auth-context.ts';

/** The devices on which an account is signed in: each is a session. Another account's answer as unknown ones. */
export function deviceCalls(app: FastifyInstance, { store, sessions, now }: Ground): void {
  registerCall(app, 'devices', async (_nothing, request) => {
    const { id: own, account } = await sessions.requireSession(request);
    const listed = await store.sessionsOf(account.uid, isoTime(now()));
    return {
      devices: listed.map(({ id, name, createdAt, seenAt }) => ({
        ...{ id, name, createdAt, seenAt },
        isThis: id === own,
      })),
    };
  });
  registerCall(app, 'nameDevice', async ({ id, name }, request) => {
    const { uid } = await sessions.require(request);
    if (!(await store.nameSession(uid, id, name))) throw new CallError('not-found');
    return {};
  });
  registerCall(app, 'signOutDevice', async ({ id }, request) => {
    const { uid } = await sessions.require(request);
    if ((await sessions.endOf(uid, { id })) === 0) throw new CallError('not-found');
    return {};
  });
  registerCall(app, 'signOutOthers', async (_nothing, request) => {
    const { session, account } = await sessions.requireSession(request);
    await sessions.endOf(account.uid, { allBut: session });
    return {};
  });
}
