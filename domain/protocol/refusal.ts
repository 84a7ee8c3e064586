import * as v from 'valibot';
import { fieldProblemSchema } from '../fields.ts';

/** Why a command was refused. The phone shows words for it and keeps what was typed. */
const refusalCodeSchema = v.picklist([
  'invalid-arguments',
  'unknown-command',
  'not-found',
  'id-taken',
  'superseded',
  'visit-open',
  'ends-before-start',
  'in-the-future',
  'overlaps',
  'out-of-order',
  // A crash of ours: not the parent's mistake, and worth another try.
  'failed',
]);
export type RefusalCode = v.InferOutput<typeof refusalCodeSchema>;

export const refusalSchema = v.object({
  code: refusalCodeSchema,
  /** The argument at fault and what is wrong with it, where there is one. */
  field: v.exactOptional(v.string()),
  problem: v.exactOptional(fieldProblemSchema),
});
export type Refusal = v.InferOutput<typeof refusalSchema>;
