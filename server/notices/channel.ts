import type { QueuedNotice } from '../store/port.ts';

/** A way to the other family. Rejects where the notice could not be handed over; then it is tried again. */
export type Channel = (notice: QueuedNotice) => Promise<void>;
