import type { QueuedNotice } from '../store/ports/store.ts';

/** Sends a notice to the other family. Rejects if that failed; the notice is then retried. */
export type Channel = (notice: QueuedNotice) => Promise<void>;
