import { DatabaseSync } from 'node:sqlite';

// A control: the server, but with a store that syncs as little as most programs do. The start-up assertion would refuse
// it, so it is changed after that, where the group commit prepares its first statement.
const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  if (sql === 'BEGIN IMMEDIATE') this.exec('PRAGMA synchronous = NORMAL');
  return prepare.call(this, sql);
};

await import('#server/main.ts');
