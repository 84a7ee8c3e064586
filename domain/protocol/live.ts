import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { changeSchema, versionSchema } from './sync.ts';

/**
 * The server-sent events of a live stream: a page of changes; a hint to sync; the reason for the end; a heartbeat. The id of
 * `changes` is the household's version, so that Last-Event-ID resumes exactly there.
 */
export type LiveEvent = 'changes' | 'changed' | 'closed' | 'heartbeat';

/** The path of the stream of changes from the household's other phones (server-sent events). */
export const LIVE_PATH = '/api/live';

/** Interval of heartbeats in ms; a stream that is silent for twice as long is dead. */
export const HEARTBEAT_MS = 20_000;

/** All changes after version `after` and up to the cursor; only a replica at `after` or later may apply it. */
export const livePageSchema = v.object({
  after: versionSchema,
  changes: v.array(changeSchema),
  cursor: versionSchema,
  /** The epoch of these versions. */
  epoch: v.optional(idSchema),
});
export type LivePage = v.InferOutput<typeof livePageSchema>;

/** The reason why the server closed a stream; the client reconnects after all but the first two. */
export const liveClosedSchema = v.object({
  code: v.picklist(['signed-out', 'too-many-streams', 'renew', 'shutting-down']),
});
export type LiveClosedCode = v.InferOutput<typeof liveClosedSchema>['code'];
