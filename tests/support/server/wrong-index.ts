import { DatabaseSync } from 'node:sqlite';

/** Gives a row of a database another value than its index has, which only `integrity_check` finds. */
export function spoilIndex(file: string): void {
  const statements = [
    "INSERT INTO attempts VALUES ('spoilt', 7)",
    // SQLite does not know of the index meanwhile.
    `PRAGMA writable_schema = ON; CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'attempts_by_end';
     DELETE FROM sqlite_schema WHERE name = 'attempts_by_end'`,
    "UPDATE attempts SET full_at = 0 WHERE key = 'spoilt'",
    'PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept',
    'DROP TABLE kept',
  ];
  for (const sql of statements) {
    const db = new DatabaseSync(file, { defensive: false });
    db.exec(sql);
    db.close();
  }
}
