import type { QueuedNotice } from '../store/port.ts';

/** A way to the other family. Rejects where the notice could not be handed over; then it is tried again. */
export interface Channel {
  send(notice: QueuedNotice): Promise<void>;
}
