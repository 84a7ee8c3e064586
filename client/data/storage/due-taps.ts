import type { Id } from '#domain/ids.ts';
import type { Meta, QueuedTap } from './records.ts';

/**
 * Returns the taps to be sent, in order; `now` is the server's clock in ms. After a restored backup a tap that would not do
 * what it did waits for what other phones bring, and those about the same person behind it. It is sent for the last time
 * when its patience is over, or ahead of a newer tap about that person.
 */
export function dueTaps(outbox: readonly QueuedTap[], meta: Meta | undefined, now: number): QueuedTap[] {
  const unsent = outbox.filter(({ settled }) => settled === undefined);
  if (!meta || unsent.every(({ again }) => !again)) return unsent;
  const newer = new Set(unsent.filter(({ again }) => !again).map(personOf));
  const waiting = new Set<Id>();
  return unsent.flatMap((tap) => {
    const { again } = tap;
    const person = personOf(tap);
    if (!again) return [tap];
    if (newer.has(person) || now > again.until) return [{ ...tap, again: { ...again, isLast: true } }];
    // Nothing has changed since it was held.
    if (again.heldAt !== undefined && again.heldAt >= (meta.cursor ?? 0)) waiting.add(person);
    return waiting.has(person) ? [] : [tap];
  });
}

/** The id of the person that a tap is about, or '' of one about the family. */
function personOf({ args }: QueuedTap): Id {
  const { visitor, friend, guest, child } = Object(args) as Record<string, unknown>;
  return String(visitor ?? friend ?? guest ?? child ?? '');
}
