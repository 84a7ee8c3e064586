import * as v from 'valibot';
import { changeSchema, versionSchema } from './sync.ts';

/** Where a phone listens for what other phones of its household change (design, section 5): server-sent events. */
export const LIVE_PATH = '/api/live';

/** A stream gives a sign of life this often, in ms; one that was silent for twice as long is dead. */
export const HEARTBEAT_MS = 20_000;

/** All that changed after one version and up to the cursor; only a copy that stands at `after` or later may take it. */
export const livePageSchema = v.object({
  after: versionSchema,
  changes: v.array(changeSchema),
  cursor: versionSchema,
});
export type LivePage = v.InferOutput<typeof livePageSchema>;

/** Why the server ended a stream; all but the first two are asked for again. */
export const liveClosedSchema = v.object({
  code: v.picklist(['signed-out', 'too-many-streams', 'renew', 'shutting-down']),
});
export type LiveClosedCode = v.InferOutput<typeof liveClosedSchema>['code'];
