import { DatabaseSync } from 'node:sqlite';

// A control: the server with PRAGMA synchronous = NORMAL. The check at the start would refuse it, so it is
// set after that, when the group commit prepares its first statement.
const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  if (sql === 'BEGIN IMMEDIATE') this.exec('PRAGMA synchronous = NORMAL');
  return prepare.call(this, sql);
};

await import('#server/main.ts');
