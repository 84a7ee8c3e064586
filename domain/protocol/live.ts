import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { changeSchema, versionSchema } from './sync.ts';

/**
 * A page of changes, a hint to sync, a reason to end, a heartbeat. The id of `changes` is the household's
 * version, so Last-Event-ID resumes exactly there.
 */
export type LiveEvent = 'changes' | 'changed' | 'closed' | 'heartbeat';

/** Server-sent events. */
export const LIVE_PATH = '/api/live';

/** Every change after `after` up to `cursor`; only a replica at `after` or later may apply it. */
export const livePageSchema = v.object({
  after: versionSchema,
  changes: v.array(changeSchema),
  cursor: versionSchema,
  epoch: v.optional(idSchema),
});
export type LivePage = v.InferOutput<typeof livePageSchema>;

/** The client reconnects after all but the first two. */
export const liveClosedSchema = v.object({
  code: v.picklist(['signed-out', 'too-many-streams', 'renew', 'shutting-down']),
});
export type LiveClosedCode = v.InferOutput<typeof liveClosedSchema>['code'];
