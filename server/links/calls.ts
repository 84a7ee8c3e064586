import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import type { Limits } from '../auth/core/limits/limits.ts';
import type { Sessions } from '../auth/core/sessions/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Pace } from '../http/pace.ts';
import { registerCall } from '../http/register-call.ts';
import { LinkGate } from './link-gate.ts';
import { shownTo, storedBy } from './look.ts';
import { ReaderWrites } from './reader-writes.ts';
import { registerVisitStream } from './visit-streams.ts';

/** Registers the calls of readers: whoever has a link to a visit, with or without a session. */
export function registerLinkCalls(
  app: FastifyInstance,
  dependencies: Dependencies,
  services: { sessions: Sessions; limits: Limits; pace: Pace },
): void {
  const gate = new LinkGate(dependencies, services);
  const writes = new ReaderWrites(dependencies);
  registerCall(app, 'seeVisit', async ({ link, shown }, request, reply) => {
    const living = await gate.enter(link, request, reply);
    const isOwn = await gate.isOwn(living, request);
    return shownTo(shown && !isOwn ? await writes.open(living) : living, isOwn);
  });
  registerCall(app, 'answerVisit', async ({ link, answer }, request, reply) => {
    const living = await gate.enter(link, request, reply);
    writes.requireAnswer(living, answer, isoTime(dependencies.now()));
    await gate.countAnswer(living);
    return shownTo(await writes.answer(living, answer), await gate.isOwn(living, request));
  });
  registerCall(app, 'storedByLink', async ({ link }, request, reply) => {
    const living = await gate.enter(link, request, reply);
    return storedBy(living, await gate.isOwn(living, request));
  });
  registerCall(app, 'refuseLinks', async ({ link, remove }, request, reply) => {
    const living = await gate.enter(link, request, reply);
    await gate.countRefusal(living);
    await writes.refuse(living, remove);
    return {};
  });
  registerVisitStream(app, dependencies, gate);
}
