import * as v from 'valibot';
import { fieldProblemSchema } from '../fields.ts';

/** The reason why a command was refused. The phone shows a message and keeps the input. */
const refusalCodeSchema = v.picklist([
  'invalid-arguments',
  'unknown-command',
  'not-found',
  'id-taken',
  'superseded',
  // A field holds another value than when its edit began.
  'changed-meanwhile',
  'visit-open',
  'ends-before-start',
  'in-the-future',
  'overlaps',
  'out-of-order',
  // The household has as many as it can have (limits.ts).
  'too-many-children',
  'too-many-visitors',
  'too-many-open-visits',
  'too-many-corrections',
  // A planned time home.
  'in-the-past',
  'too-far-ahead',
  // A link to a visit.
  'link-limit',
  'links-refused',
  // A bug on our side; trying again may work.
  'failed',
]);
export type RefusalCode = v.InferOutput<typeof refusalCodeSchema>;

export const refusalSchema = v.object({
  /** A page takes a code of a later version for a failure, instead of taking the whole reply for unreadable. */
  code: v.fallback(refusalCodeSchema, 'failed'),
  /** The invalid argument and its problem, if there is one. */
  field: v.exactOptional(v.string()),
  problem: v.exactOptional(fieldProblemSchema),
});
export type Refusal = v.InferOutput<typeof refusalSchema>;
