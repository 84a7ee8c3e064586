import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { keepOnDisk } from '#tests/support/memory-folder.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import { GroupCommit } from './group-commit.ts';

keepOnDisk();

/** A table of notes, a group commit that writes it, and a second connection that sees committed rows. */
function notebook() {
  const file = join(temporaryFolder(), 'notes.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT UNIQUE) STRICT');
  const reader = new DatabaseSync(file);
  const untrusted: unknown[] = [];
  const group = new GroupCommit(db, (error) => untrusted.push(error));
  onTestFinished(() => {
    reader.close();
    db.close();
  });
  const add = db.prepare('INSERT INTO notes VALUES (?)');
  const committed = () =>
    reader
      .prepare('SELECT text FROM notes ORDER BY text')
      .all()
      .map(({ text }) => text);
  return {
    db,
    group,
    committed,
    untrusted,
    note: (text: string) => group.run(() => void add.run(text)),
    add,
  };
}

test('transactions requested in one turn share a commit and are answered after it', async () => {
  const { group, committed, add } = notebook();
  const seenByOthers: number[] = [];
  const works = ['a', 'b', 'c'].map((text) =>
    group.run(async () => {
      add.run(text);
      await Promise.resolve();
      seenByOthers.push(committed().length);
      return text;
    }),
  );
  const first = await Promise.race(works).then((text) => [text, committed()]);
  expect(first).toEqual(['a', ['a', 'b', 'c']]);
  expect(seenByOthers).toEqual([0, 0, 0]);
});

test('transactions of the turns that follow share the commit too, as long as each turn brings one', async () => {
  const { committed, note } = notebook();
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  const seen: unknown[] = [];
  const noted = ['a', 'b', 'c'].map(async (text, turns) => {
    for (let i = 0; i < turns; i++) await nextTurn();
    await note(text);
    seen.push(committed());
  });
  await Promise.all(noted);
  expect(seen[0]).toEqual(['a', 'b', 'c']);
});

test('a transaction that throws is undone alone, and the others of its group are kept', async () => {
  const { group, committed, note, add } = notebook();
  const [before, thrown, clash, after] = await Promise.allSettled([
    note('before'),
    group.run(async () => {
      add.run('half');
      await Promise.resolve();
      throw new RangeError('mine alone');
    }),
    note('before'),
    note('after'),
  ]);
  expect([before, after].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(thrown).toMatchObject({ reason: new RangeError('mine alone') });
  expect(clash).toMatchObject({ reason: { message: expect.stringContaining('UNIQUE') } });
  expect(committed()).toEqual(['after', 'before']);
});

test('a read during a group waits, and sees nothing that is then undone', async () => {
  const { db, group, note, add } = notebook();
  const texts = () =>
    db
      .prepare('SELECT text FROM notes ORDER BY text')
      .all()
      .map(({ text }) => text);
  let early: Promise<unknown> | undefined;
  const [thrown] = await Promise.allSettled([
    group.run(async () => {
      add.run('undone');
      early = group.read(texts);
      await Promise.resolve();
      throw new RangeError('undo me');
    }),
    note('kept'),
  ]);
  expect(thrown).toMatchObject({ reason: new RangeError('undo me') });
  expect(await early).toEqual(['kept']);
  expect(await group.read(texts)).toEqual(['kept']);
});

test('a rollback by the database fails the whole group, and the next one works', async () => {
  const { db, group, committed, note } = notebook();
  const results = await Promise.allSettled([
    note('before'),
    group.run(() => {
      db.exec('ROLLBACK');
      throw new Error('the disk was full');
    }),
    note('after'),
  ]);
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
  expect(committed()).toEqual([]);
  await note('later');
  expect(committed()).toEqual(['later']);
});

test('a failed commit stores nothing and answers no caller with success', async () => {
  const { db, group, committed, note } = notebook();
  db.exec('CREATE TABLE parts (whole TEXT REFERENCES notes (text) DEFERRABLE INITIALLY DEFERRED)');
  db.exec('PRAGMA foreign_keys = ON');
  const results = await Promise.allSettled([
    note('one'),
    group.run(() => db.exec("INSERT INTO parts VALUES ('x')")),
  ]);
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
  expect(committed()).toEqual([]);
});

test('a disk failure at the commit is reported, a full disk is not', async () => {
  const { group, untrusted } = notebook();
  const failure = (errcode: number) => Object.assign(new Error('disk'), { errcode });
  await expect(group.run(() => Promise.reject(failure(13)))).rejects.toThrow(StoreUnavailable);
  expect(untrusted).toEqual([]);
  const fsync = failure(1034);
  await expect(group.run(() => Promise.reject(fsync))).rejects.toThrow(StoreUnavailable);
  expect(untrusted).toEqual([fsync]);
});

test('a group waits while another writer holds the file, and then fails instead of hanging', async () => {
  const { group, db, note, committed } = notebook();
  const other = new DatabaseSync(String(db.location()));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await expect(note('one')).rejects.toThrow(StoreUnavailable);
  other.exec('ROLLBACK');
  await group.run(() => undefined);
  expect(committed()).toEqual([]);
});

test('more transactions than fit in a group are all committed', async () => {
  const { committed, note } = notebook();
  await Promise.all(Array.from({ length: 600 }, (_, i) => note(String(i))));
  expect(committed()).toHaveLength(600);
});

test('closing answers earlier calls and refuses later ones', async () => {
  const { group, committed, note } = notebook();
  const before = note('before');
  const closed = group.close();
  await expect(note('after')).rejects.toThrow(StoreUnavailable);
  await closed;
  await before;
  expect(committed()).toEqual(['before']);
});
