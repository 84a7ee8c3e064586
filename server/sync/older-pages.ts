import type { RefusalCode } from '#domain/protocol/refusal.ts';
import type { Outcome, SyncRequest } from '#domain/protocol/sync.ts';

/** Of a planned time or a link: a page gets these for the taps of a newer tab of its phone. */
const LATER_CODES: readonly RefusalCode[] = ['in-the-past', 'too-far-ahead', 'link-limit', 'links-refused'];

/** True of an op that the household's size refused. */
export function isOverSize(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.code.startsWith('too-many-');
}

function isLater(outcome: Outcome): boolean {
  if (outcome.result === 'done') return false;
  return isOverSize(outcome) || LATER_CODES.includes(outcome.refusal.code);
}

/**
 * Returns outcomes in words that the sender knows: a page from before the limits of a household could read none of a reply
 * with their codes, and its later taps would wait for ever. It keeps a failed tap on its refused list.
 */
export function readableBy({ inPages }: SyncRequest, outcomes: readonly Outcome[]): Outcome[] {
  const failed = { code: 'failed' } as const;
  return outcomes.map((one) =>
    inPages !== true && isLater(one) ? { op: one.op, result: 'refused', refusal: failed } : one,
  );
}
