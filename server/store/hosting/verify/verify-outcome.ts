import * as v from 'valibot';
import { idSchema } from '#domain/ids.ts';
import { syncReplySchema } from '#domain/protocol/sync.ts';
import type { InspectedOutcome } from './inspector.ts';
import { parseJson, type Tell } from './verify-documents.ts';

const outcomeSchema = syncReplySchema.entries.outcomes.item;

/** Checks what is remembered of one op. */
export function verifyOutcome(
  { op, version: plain, outcome, householdVersion }: InspectedOutcome,
  tell: Tell,
): void {
  const parsed = outcome === null ? undefined : Object(parseJson(outcome));
  const at: unknown = parsed === undefined ? plain : parsed.version;
  if (typeof at === 'number' && at > householdVersion)
    tell(`is of version ${at}, and its household is at ${householdVersion}`, `outcomes/${op}`);
  const isOutcome = parsed === undefined || v.is(outcomeSchema, { op, ...parsed });
  if (!isOutcome || !v.is(idSchema, op)) tell('is no outcome', `outcomes/${op}`);
}
