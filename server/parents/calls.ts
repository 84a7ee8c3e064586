import type { Handlers } from '../http/register-call.ts';
import { approveCalls } from './approve.ts';
import { askCalls } from './ask.ts';
import type { ParentContext } from './context.ts';
import { inviteCalls } from './invite.ts';
import { joinCalls } from './join.ts';
import { listParentsCalls } from './list-parents.ts';
import { partCalls } from './part.ts';

/** The calls by which a household gets another parent, and by which one goes. */
export const parentCalls = (context: ParentContext): Handlers => ({
  ...listParentsCalls(context),
  ...inviteCalls(context),
  ...askCalls(context),
  ...approveCalls(context),
  ...joinCalls(context),
  ...partCalls(context),
});
