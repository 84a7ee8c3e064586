import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../auth/auth-context.ts';
import { registerCalls } from '../http/register-call.ts';
import { LinkGate } from './link-gate.ts';
import { shownTo, storedBy } from './look.ts';
import { LinkWrites } from './reader-writes.ts';
import { registerVisitStream } from './visit-streams.ts';

/** Registers the calls of readers: whoever has a link to a visit, with or without a session. */
export function registerLinkCalls(app: FastifyInstance, context: AuthContext): void {
  const gate = new LinkGate(context);
  const writes = new LinkWrites(context);
  registerCalls(app, {
    async seeVisit({ link, shown }, request, reply) {
      const living = await gate.enter(link, request, reply);
      const isOwn = await gate.isOwn(living, request);
      return shownTo(shown && !isOwn ? await writes.open(living) : living, isOwn);
    },
    async answerVisit({ link, answer }, request, reply) {
      const living = await gate.enter(link, request, reply);
      return shownTo(await writes.answer(living, answer, living.hash), await gate.isOwn(living, request));
    },
    async storedByLink({ link }, request, reply) {
      const living = await gate.enter(link, request, reply);
      return storedBy(living, await gate.isOwn(living, request));
    },
    async refuseLinks({ link, remove }, request, reply) {
      const living = await gate.enter(link, request, reply);
      await gate.countRefusal(living);
      await writes.refuse(living, remove);
      return {};
    },
  });
  registerVisitStream(app, context, gate);
}
