import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { temporaryFolder, until } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { openPostgresStore } from '../postgres.ts';

/** An installation on a database of an earlier version, with programs of PostgreSQL that a test writes itself. */
async function released(programs: Record<string, string> = {}) {
  const [DATABASE_URL, DATA_DIR, PATH] = [await newDatabase(), temporaryFolder(), temporaryFolder()];
  await runSql(DATABASE_URL, baseline('postgres'));
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(PATH, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { DATABASE_URL, DATA_DIR, PATH };
  const schema = async () => (await runSql(DATABASE_URL, 'SELECT version FROM framme_schema'))[0]?.version;
  const backups = () =>
    readdirSync(DATA_DIR).includes('backups') ? readdirSync(join(DATA_DIR, 'backups')) : [];
  return { env, schema, backups, migrate: (more = {}) => framme({ ...env, ...more }, 'migrate') };
}

/** A pg_dump of any version, which writes the schema that it finds into its file, and what reads it. */
const working = (said: string) => ({
  pg_dump: `if [ "$1" = --version ]; then echo 'pg_dump (PostgreSQL) 99.1'; exit 0; fi
for word; do case "$word" in --file=*) printf 'a dump' > "\${word#--file=}";; esac; done
echo dumped >> ${said}`,
  pg_restore: `case "$1" in --list) echo '1; TABLE DATA public households framme';; esac`,
});

test('a database of an earlier version is dumped before it is migrated, once, and a new one is not', async () => {
  const said = join(temporaryFolder(), 'said');
  const { env, schema, backups, migrate } = await released(working(said));
  const { code, stderr } = await migrate();
  expect([code, await schema()]).toEqual([0, expect.any(Number)]);
  const [name = ''] = backups();
  expect(name).toMatch(/^framme-.*Z-before-schema-\d+\.dump$/);
  expect(stderr).toContain(`a backup was made before the migration: ${join(env.DATA_DIR, 'backups', name)}`);
  expect(readFileSync(join(env.DATA_DIR, 'backups', name), 'utf8')).toBe('a dump');
  expect((await migrate()).stderr).toBe('');
  expect(backups()).toEqual([name]);
  expect((await migrate({ DATABASE_URL: await newDatabase() })).stderr).toBe('');
  expect(readFileSync(said, 'utf8')).toBe('dumped\n');
});

test('the setting turns it off', async () => {
  const { schema, backups, migrate } = await released(working('/dev/null'));
  const before = await schema();
  await migrate({ BACKUP_BEFORE_MIGRATION: 'off' });
  expect([backups(), Number(await schema()) > Number(before)]).toEqual([[], true]);
});

test.each([
  ['missing', {}, /no backup was made before the migration.*pg_dump is not installed\. Install PostgreSQL's/],
  [
    'too old',
    { pg_dump: "echo 'pg_dump (PostgreSQL) 9.6.1'" },
    /no backup was made before the migration.*pg_dump is of PostgreSQL 9, and the database of \d+\. Install/,
  ],
])('where pg_dump is %s the start says so and what to do, and migrates', async (_what, programs, says) => {
  const { env, schema, backups, migrate } = await released(programs);
  const before = await schema();
  const { code, stderr } = await migrate();
  expect([code, stderr]).toEqual([0, expect.stringMatching(says)]);
  expect([backups(), Number(await schema()) > Number(before)]).toEqual([[], true]);
  await (await openPostgresStore(env.DATABASE_URL)).close();
});

test('a dump that fails leaves the database as it was, and the sentence says how to go without', async () => {
  const { schema, backups, migrate } = await released({
    ...working('/dev/null'),
    pg_dump: `[ "$1" = --version ] && echo 'pg_dump (PostgreSQL) 99.1' && exit 0; echo 'no room' >&2; exit 1`,
  });
  const before = await schema();
  const { code, stderr } = await migrate();
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^Before the database is migrated .* failed: pg_dump ended with code 1: no room BACKUP_BEFORE_MIGRATION=off/,
    ),
  ]);
  expect([await schema(), backups()]).toEqual([before, []]);
});

test('of several servers that start at once one backs up, before any of them migrates', async () => {
  const said = join(temporaryFolder(), 'said');
  const goOn = join(temporaryFolder(), 'go-on');
  const programs = working(said);
  const waits = `while [ ! -e '${goOn}' ]; do /bin/sleep 0.1; done; for word`;
  const slow = { ...programs, pg_dump: programs.pg_dump.replace('for word', waits) };
  const { env, schema, backups, migrate } = await released(slow);
  const before = await schema();
  let isOver = false;
  const starts = Promise.all([migrate(), migrate(), migrate()]).finally(() => {
    isOver = true;
  });
  try {
    await until(() => readdirSync(env.DATA_DIR).includes('backups'));
    // The dump is being written.
    expect([await schema(), isOver]).toEqual([before, false]);
  } finally {
    writeFileSync(goOn, '');
  }
  expect((await starts).map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(readFileSync(said, 'utf8')).toBe('dumped\n');
  expect(backups()).toHaveLength(1);
});
