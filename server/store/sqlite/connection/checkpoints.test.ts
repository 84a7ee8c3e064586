import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { Checkpoints, type LogLimits } from './checkpoints.ts';
import { openWriter } from './connection.ts';
import { GroupCommit } from './group-commit.ts';

const NEVER = Number.MAX_SAFE_INTEGER;

/** A group commit that writes pages, with checkpoints within these limits. `file` is the thread's. */
function pageWriter(limits: Partial<LogLimits>, file = join(temporaryFolder(), 'pages.db')) {
  const db = openWriter(join(temporaryFolder(), 'pages.db'));
  db.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE pages (body TEXT) STRICT');
  const own = file.endsWith('missing/pages.db') ? file : String(db.location());
  const all = { start: 10, restart: NEVER, most: NEVER, ...limits };
  const checkpoints = new Checkpoints(db, own, () => expect.unreachable(), all);
  const group = new GroupCommit(
    db,
    () => expect.unreachable(),
    () => checkpoints.afterCommit(),
  );
  onTestFinished(async () => {
    await checkpoints.close();
    db.close();
  });
  const insert = db.prepare("INSERT INTO pages VALUES (printf('%04000d', ?))");
  const log = () => {
    const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
    return { log: Number(log), left: Number(log) - Number(checkpointed) };
  };
  const write = (pages: number) =>
    group.run(() => {
      for (let page = 0; page < pages; page++) insert.run(page);
    });
  return { db, checkpoints, group, log, write };
}

test('a long log is copied into the file on a thread of its own', async () => {
  const { db, checkpoints, log, write } = pageWriter({ start: 100 });
  while (log().left < 100) await write(1);
  await new Promise((resolve) => setImmediate(resolve));
  await checkpoints.settled();
  expect(log()).toMatchObject({ left: 0 });
  await write(1);
  expect(log().log).toBeLessThan(10);
  const copy = new DatabaseSync(String(db.location()), { readOnly: true });
  expect(Number(copy.prepare('SELECT count(*) AS rows FROM pages').get()?.rows)).toBeGreaterThan(30);
  copy.close();
});

test('work outside of transactions begins once the thread rests, also if a commit wakes it meanwhile', async () => {
  const { db, checkpoints, group, write } = pageWriter({ start: 1000 });
  db.exec('PRAGMA busy_timeout = 0');
  const cut = () => db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  for (let turn = 0; turn < 5; turn++) {
    await write(900);
    const writing = write(3000);
    let after: ReturnType<typeof cut>;
    await group.runOutsideTransaction(
      () => {
        after = cut();
      },
      () => checkpoints.settled(),
    );
    expect(after).toEqual({ busy: 0, log: 0, checkpointed: 0 });
    await writing;
  }
});

test('commits wait for the thread when the log is as long as it may be', async () => {
  const { log, write } = pageWriter({ most: 60 });
  for (let commit = 0; commit < 30; commit++) {
    await write(100);
    expect(log().left).toBeLessThan(60 + 2 * 150);
  }
});

test('without a thread that works, the log is copied between two commits', async () => {
  const { log, write } = pageWriter({ most: 60 }, join(temporaryFolder(), 'missing/pages.db'));
  for (let commit = 0; commit < 300; commit++) {
    await write(1);
    expect(log().left).toBeLessThan(75);
  }
});

test('under constant load the log begins anew', async () => {
  const { log, write } = pageWriter({ restart: 200 });
  let [before, now] = [0, 0];
  while (now >= before) {
    await Promise.all(Array.from({ length: 8 }, () => write(1)));
    [before, now] = [now, log().log];
  }
  expect(before).toBeGreaterThan(10);
});
