import type { Outcome, SyncRequest } from '#domain/protocol/sync.ts';

/** True of an op that the household's size refused. */
export function isOverSize(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.code.startsWith('too-many-');
}

/**
 * Returns outcomes in words that the sender knows: a page from before the limits of a household could read none of a reply
 * with their codes, and its later taps would wait for ever. It keeps a failed tap on its refused list.
 */
export function readableBy({ inPages }: SyncRequest, outcomes: readonly Outcome[]): Outcome[] {
  const failed = { code: 'failed' } as const;
  return outcomes.map((one) =>
    inPages !== true && isOverSize(one) ? { op: one.op, result: 'refused', refusal: failed } : one,
  );
}
