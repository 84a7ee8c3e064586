import * as v from 'valibot';
import { fieldProblemSchema } from '../fields.ts';

/** The phone shows a message and keeps the input. */
const refusalCodeSchema = v.picklist([
  'invalid-arguments',
  'unknown-command',
  'not-found',
  'id-taken',
  'superseded',
  // Another value than when the edit began.
  'changed-meanwhile',
  'visit-open',
  'ends-before-start',
  'in-the-future',
  'overlaps',
  'out-of-order',
  // At a limit (limits.ts).
  'too-many-children',
  'too-many-visitors',
  'too-many-open-visits',
  'too-many-corrections',
  'in-the-past',
  'too-far-ahead',
  'link-limit',
  'links-refused',
  // A bug on our side; a retry may work.
  'failed',
]);
export type RefusalCode = v.InferOutput<typeof refusalCodeSchema>;

export const refusalSchema = v.object({
  /** A later version's code must not make the whole reply unreadable. */
  code: v.fallback(refusalCodeSchema, 'failed'),
  field: v.exactOptional(v.string()),
  problem: v.exactOptional(fieldProblemSchema),
});
export type Refusal = v.InferOutput<typeof refusalSchema>;
