import type { FastifyInstance } from 'fastify';
import { approveCall } from './approve.ts';
import { askCalls } from './ask.ts';
import type { ParentContext } from './context.ts';
import { inviteCalls } from './invite.ts';
import { joinCall } from './join.ts';
import { listParentsCall } from './list-parents.ts';
import { partCall } from './part.ts';

/** Registers the calls by which a household gets another parent, and by which one goes. */
export function registerParentCalls(app: FastifyInstance, context: ParentContext): void {
  listParentsCall(app, context);
  inviteCalls(app, context);
  askCalls(app, context);
  approveCall(app, context);
  joinCall(app, context);
  partCall(app, context);
}
