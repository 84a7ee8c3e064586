import * as v from 'valibot';
import { fieldProblemSchema } from '../fields.ts';

/** The reason why a command was refused. The phone shows a message and keeps the input. */
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
  // A bug on our side; trying again may work.
  'failed',
]);
export type RefusalCode = v.InferOutput<typeof refusalCodeSchema>;

export const refusalSchema = v.object({
  code: refusalCodeSchema,
  /** The invalid argument and its problem, if there is one. */
  field: v.exactOptional(v.string()),
  problem: v.exactOptional(fieldProblemSchema),
});
export type Refusal = v.InferOutput<typeof refusalSchema>;
