import type { BatchReader } from '../shared/queries.ts';

/** Reads a store beside a running server, and changes nothing. */
export interface StoreReader extends BatchReader {
  /** Runs `read` in a transaction of its own, which sees one moment: the server's log grows, and vacuum waits, no longer. */
  moment<T>(read: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Reads a whole store. */
export interface StoreInspector extends StoreReader {
  /** Returns a sentence for each fault that the database finds in itself; rows in broken pages or other tables are not read. */
  examine(): Promise<{ faults: string[]; isReadable: boolean }>;
}

/** The facts that doctor tells of a database that answers. */
export interface Diagnosis {
  version: string;
  /** The last change that is stored, ISO; undefined if there is none or it is not asked for. */
  until?: string | undefined;
  /** Ms by which the database's clock is ahead of this machine's. */
  clockAhead?: number;
  /** The schema to which the next start migrates it; undefined if it need not. */
  migratesTo?: number | undefined;
  /** A sentence if a move has left this data behind. */
  movedAway?: string | undefined;
  /** The time at which the push key was made, ISO; empty if that was before the time was noted. */
  pushKeyMadeAt?: string | undefined;
  /** True behind a pooler that gives a connection away after each transaction: then hints and prepared statements fail. */
  isPooled?: boolean;
}
