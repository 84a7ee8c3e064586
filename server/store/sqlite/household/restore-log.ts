import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { LogRow, LogWrite } from '../../ports/retention.ts';
import { statementsOf } from '../connection/connection.ts';

/** Prepares the reading of what is kept since a restore: all of a household, or of some children. */
export function restoreLogReader(
  db: DatabaseSync,
): (household: number, children?: readonly Id[]) => LogRow[] {
  const { query } = statementsOf(db);
  const all = query<LogRow>('SELECT child, key, body FROM after_restore WHERE household = ?');
  const ofChild = query<LogRow>(
    'SELECT child, key, body FROM after_restore WHERE household = ? AND child = ?',
  );
  return (household, children) =>
    children ? children.flatMap((child) => ofChild.all(household, child)) : all.all(household);
}

/** Prepares the writing of what a batch keeps. */
export function restoreLogWriter(db: DatabaseSync): (household: number, log: readonly LogWrite[]) => void {
  const { write } = statementsOf(db);
  const into = 'INTO after_restore (household, child, key, body) VALUES (?, ?, ?, ?)';
  const add = write(`INSERT ${into} ON CONFLICT DO NOTHING`);
  const put = write(`INSERT ${into} ON CONFLICT DO UPDATE SET body = excluded.body`);
  const drop = write('DELETE FROM after_restore WHERE household = ? AND child = ? AND key = ?');
  const clear = write('DELETE FROM after_restore WHERE household = ? AND child = ?');
  return (household, log) => {
    for (const { child, key, body, isFirst } of log) {
      if (key === undefined) clear(household, child);
      else if (body === undefined) drop(household, child, key);
      else if (isFirst) add(household, child, key, body);
      else put(household, child, key, body);
    }
  };
}
