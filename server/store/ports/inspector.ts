import type { BatchReader } from '../shared/queries.ts';

/** Changes nothing; for use beside a running server. */
export interface StoreReader extends BatchReader {
  /** One snapshot; keep it short, because meanwhile the server's log grows and vacuum waits. */
  moment<T>(read: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface StoreInspector extends StoreReader {
  /** Faults as sentences; broken pages or differing tables are unreadable. */
  examine(): Promise<{ faults: string[]; isReadable: boolean }>;
}

export interface Diagnosis {
  version: string;
  /** The last stored change, ISO, if any and requested. */
  until?: string | undefined;
  /** Milliseconds ahead of this machine's clock. */
  clockAhead?: number;
  /** Undefined if no migration is needed. */
  migratesTo?: number | undefined;
  /** A sentence about a move that left this data behind. */
  movedAway?: string | undefined;
  /** Creation time, ISO; empty if unrecorded. */
  pushKeyMadeAt?: string | undefined;
  /** Behind a transaction pooler hints and prepared statements fail. */
  isPooled?: boolean;
}
