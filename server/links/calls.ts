import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { registerCalls } from '../http/register-call.ts';
import { LinkGate } from './link-gate.ts';
import { shownTo, storedBy } from './look.ts';
import { ReaderWrites } from './reader-writes.ts';
import { registerVisitStream } from './visit-streams.ts';

/** Registers the calls of readers: whoever has a link to a visit, with or without a session. */
export function registerLinkCalls(app: FastifyInstance, context: AuthContext): void {
  const gate = new LinkGate(context);
  const writes = new ReaderWrites(context);
  registerCalls(app, {
    async seeVisit({ link, shown }, request, reply) {
      const living = await gate.enter(link, request, reply);
      const isOwn = await gate.isOwn(living, request);
      return shownTo(shown && !isOwn ? await writes.open(living) : living, isOwn);
    },
    async answerVisit({ link, answer }, request, reply) {
      const living = await gate.enter(link, request, reply);
      writes.requireAnswer(living, answer, isoTime(context.now()));
      await gate.countAnswer(living);
      const rings = 'code' in answer && answer.code !== 'thanks' && (await gate.mayRing(living));
      return shownTo(await writes.answer(living, answer, rings), await gate.isOwn(living, request));
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
