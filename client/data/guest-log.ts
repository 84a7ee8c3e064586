import type { QueuedTap } from '#client/data/storage/records.ts';
import type { Id } from '#domain/ids.ts';

/** Logs each status of a guest that could not be sent, once: the error catalogue asks for it (specification, section 8). */
export class GuestLog {
  readonly #logged = new Set<Id>();

  /** `unsent` still waits after an attempt that failed for this reason, and is sent by a later one. */
  note(unsent: readonly Pick<QueuedTap, 'op' | 'name' | 'args'>[], reason: unknown): void {
    for (const { op, name, args } of unsent) {
      const isStatus = name === 'checkIn' || name === 'checkOut';
      if (!isStatus || Object(args).kind !== 'guest' || this.#logged.has(op)) continue;
      this.#logged.add(op);
      console.error('The status of a guest was not sent:', reason);
    }
  }
}
