import type { BatchReader, Statement } from '../shared/queries.ts';

/** A row by the names of its columns, with values that both stores can hold; a truth is 0 or 1. */
export type MovedRow = Readonly<Record<string, string | number | null>>;

/** A table as both stores have it, whatever their own tables are; a household is named by its id. */
export interface MovedTable {
  name: string;
  columns: readonly string[];
  read: Statement<MovedRow>;
  /** Writes a batch of rows, which is its one value as JSON. */
  write: Statement<never>;
}

/** A store that stands still while it is read for a move. */
export interface MoveSource extends Pick<BatchReader, 'one' | 'batches'> {
  /** Notes beside the data where it went, so that a start on it warns. */
  noteMoved(): Promise<void>;
  /** Releases the store; leaves nothing of a move that was not kept. */
  close(): Promise<void>;
}

/** A store that is filled by a move, and has nothing of it before `keep`. */
export interface MoveTarget extends Omit<MoveSource, 'noteMoved'> {
  /** True if a server was started on its data, so that it is no longer what a move wrote. */
  readonly isUsed: boolean;
  write(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** Derives what only this store has, after the last row. */
  complete(): Promise<void>;
  /** Makes everything that was written durable, all at once. */
  keep(): Promise<void>;
}

/** Rows and hash of a table, alike in both stores. */
export interface MovedDigest {
  rows: number;
  hash: string;
}

export interface Moved {
  tables: Record<string, MovedDigest>;
  /** One hash of all tables. */
  hash: string;
  /** True if the target held everything already, from an earlier run of the same move. */
  wasThere: boolean;
}

/** Tells how far a move is. */
export type ReportMove = (progress: { step: 'move' | 'compare'; rows: number; of: number }) => void;

/** A sentence for the operator whose server starts on data that a move has left behind. */
export const movedAway = (remedy: string) =>
  `This data was moved elsewhere, and what is tapped here is missing there. Correct DATABASE_URL or DATA_DIR, or to go on here: ${remedy}`;

/** A source that does not know yet that it is a restored backup: the target would never learn of it. */
export const UNSTARTED =
  'Framme was not started since a backup was restored, so this data does not know of it yet. Start Framme on it, stop it, and move it then.';

/** Nothing was moved; the message is a sentence for whoever hosts. */
export class MoveFailed extends Error {
  override readonly name = 'MoveFailed';
}
