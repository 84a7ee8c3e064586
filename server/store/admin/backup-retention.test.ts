import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { framme } from '#tests/support/server/framme-command.ts';

/** Leaves a backup that was made so many days ago, from before a migration if it is marked so; returns its name. */
function leave(folder: string, days: number, mark = ''): string {
  const at = isoTime(Date.now() - days * DAY_MS).replaceAll(/[:.]/g, '-');
  const name = `framme-${at}${mark}.db`;
  writeFileSync(join(folder, name), 'a backup');
  return name;
}

test('--keep leaves the last backup from before each migration for 90 days, beside those that it counts', async () => {
  const { place } = await startApp();
  const folder = temporaryFolder();
  const keptOfTwo = [leave(folder, 40, '-before-schema-8'), leave(folder, 89, '-before-schema-7')];
  const old = [
    leave(folder, 91, '-before-schema-6'),
    leave(folder, 60, '-before-schema-8'),
    leave(folder, 9),
  ];
  const keep = (number: string) => framme(place, 'backup', '--to', folder, '--json', '--keep', number);
  const first = await keep('2');
  expect([first.code, first.stderr]).toEqual([0, '']);
  const { file, removed } = JSON.parse(first.stdout) as { file: string; removed: string[] };
  expect(new Set(removed)).toEqual(new Set([join(folder, old[0] ?? ''), join(folder, old[1] ?? '')]));
  expect(JSON.parse((await keep('1')).stdout).removed).toEqual([file, join(folder, old[2] ?? '')]);
  expect(readdirSync(folder).filter((name) => name.includes('-before-'))).toEqual(keptOfTwo.toSorted());
});

test('a migration leaves the backup from before the one of last month, and none that is older than 90 days', async () => {
  const DATA_DIR = temporaryFolder();
  const file = join(DATA_DIR, 'framme.db');
  const migrate = () => {
    rmSync(file, { force: true });
    const db = new DatabaseSync(file);
    db.exec(baseline('sqlite'));
    db.close();
    return framme({ DATA_DIR }, 'migrate');
  };
  await migrate();
  const folder = join(DATA_DIR, 'backups');
  const [own = ''] = readdirSync(folder);
  const lastMonth = leave(folder, 30, '-before-schema-8');
  leave(folder, 100, '-before-schema-7');
  expect((await migrate()).code).toBe(0);
  const names = readdirSync(folder);
  expect(names).toHaveLength(2);
  expect(names).toContain(lastMonth);
  expect(names).not.toContain(own);
});
