import type { Id } from '#domain/ids.ts';

/**
 * A row that is kept about a child for 14 days after a restore (decision 0046). Keys begin with `b` for a document before its first
 * write since, with `o` for an op and with `s` for a write of the server itself; bodies are JSON (server/sync/restore-log.ts).
 */
export interface LogRow {
  child: Id;
  key: string;
  body: string;
}

/** `isFirst`: a row that is there stays. Without a body the row goes, without a key all rows of the child. */
export interface LogWrite {
  child: Id;
  key?: string;
  body?: string;
  isFirst?: true;
}

/** The latest restore, in ms since 1970; `from`: the last change that the backup held, if it is known. */
export interface Restored {
  at: number;
  from?: number;
}
