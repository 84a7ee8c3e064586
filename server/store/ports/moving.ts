import type { BatchReader, Statement } from '../shared/queries.ts';

/** Values that both stores can hold; booleans are 0 or 1. */
export type MovedRow = Readonly<Record<string, string | number | null>>;

export interface MovedTable {
  name: string;
  columns: readonly string[];
  read: Statement<MovedRow>;
  /** Its one value: a batch of rows as JSON. */
  write: Statement<never>;
}

/** Must not change during a move. */
export interface MoveSource extends Pick<BatchReader, 'one' | 'batches'> {
  /** From then on a server that starts on it warns. */
  noteMoved(): Promise<void>;
  /** Leaves nothing of a move before `keep`. */
  close(): Promise<void>;
}

/** Holds nothing of a move before `keep`. */
export interface MoveTarget extends Omit<MoveSource, 'noteMoved'> {
  /** A server was started on it, so it is no longer what a move wrote. */
  readonly isUsed: boolean;
  write(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** After the last row. */
  complete(): Promise<void>;
  /** Durable, all at once. */
  keep(): Promise<void>;
}

/** Equal for equal rows in both stores. */
interface MovedDigest {
  rows: number;
  hash: string;
}

export interface Moved {
  tables: Record<string, MovedDigest>;
  hash: string;
  /** From an earlier run of this move. */
  wasThere: boolean;
}

export type ReportMove = (progress: { step: 'move' | 'compare'; rows: number; of: number }) => void;

/** For an operator whose server starts on moved data. */
export const movedAway = (remedy: string) =>
  `This data was moved elsewhere, and what is tapped here is missing there. Correct DATABASE_URL or DATA_DIR, or to go on here: ${remedy}`;

/** Otherwise the target would never learn that it is a restored backup. */
export const UNSTARTED =
  'Framme was not started since a backup was restored, so this data does not know of it yet. Start Framme on it, stop it, and move it then.';

/** Nothing was moved; the message is for the operator. */
export class MoveFailed extends Error {
  override readonly name = 'MoveFailed';
}
