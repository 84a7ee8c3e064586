import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { priorityOf } from '#server/process/systemd-journal.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { temporaryFolder, until } from '#tests/support/server/app.ts';
import { COMPILED } from '#tests/support/server/compiled.ts';
import { startServer } from '#tests/support/server/server-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Returns the settings that a unit of systemd gives the server. */
function settingsOf(unit: string): Record<string, string> {
  const rows = [...textOf(unit).matchAll(/^Environment=(\w+)=(.*)$/gm)];
  return Object.fromEntries(rows.map(([, name, value]) => [name, value]));
}

/** Starts the real server with some settings and checks a friend in; returns what it printed once the notice was sent. */
async function printedWith(env: Record<string, string>): Promise<string> {
  const server = await startServer({ env });
  onTestFinished(async () => void (await server.stop()));
  const phone = await registerHousehold(server.url);
  await phone.run('checkIn', await phone.addFriend(await phone.addChild()));
  const db = new DatabaseSync(join(server.dataDir, 'framme.db'), { readOnly: true });
  onTestFinished(() => db.close());
  const waiting = db.prepare('SELECT count(*) AS count FROM notices');
  await until(() => waiting.get()?.count === 0);
  await server.stop();
  return server.stdout;
}

test('a bare start prints a notice, and with the unit of systemd no name and no number gets into the journal', async () => {
  expect(await printedWith({})).toContain('notice: "070-123 45 67" "Ella" in');
  const { CONSOLE_NOTICES = '' } = settingsOf('deploy/systemd/framme.service');
  expect(await printedWith({ CONSOLE_NOTICES })).not.toMatch(/notice|Ella|070/);
});

test('each server of a compose file, and the image alone, prints no notices unless it is asked to', () => {
  for (const file of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']) {
    const text = textOf(file);
    const environments = text.match(/^ +PUBLIC_URL: /gm) ?? [];
    expect(environments.length).toBeGreaterThan(0);
    expect(text.match(/^ +CONSOLE_NOTICES: \$\{CONSOLE_NOTICES:-off\}$/gm)).toHaveLength(environments.length);
  }
  expect(textOf('deploy/Dockerfile')).toMatch(/^ENV .*\bCONSOLE_NOTICES=off\b/m);
});

/** Runs the server or a command with standard error in a file, which JOURNAL_STREAM names as systemd names its journal. */
async function writtenToJournal(script: string, words: string[], env: Record<string, string> = {}) {
  const file = join(temporaryFolder(), 'journal');
  const descriptor = openSync(file, 'w');
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  const child = spawn(process.execPath, [join(ROOT, script), ...words], {
    cwd: temporaryFolder(),
    env: { ...COMPILED, PORT: '0', JOURNAL_STREAM: `${dev}:${ino}`, ...env },
    stdio: ['ignore', 'pipe', descriptor],
  });
  closeSync(descriptor);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines: () => readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

test('each line of the log bears its level in the journal, and none elsewhere', async () => {
  const { child, lines } = await writtenToJournal('server/main.ts', [], {
    HOST: '0.0.0.0',
    LOG_LEVEL: 'trace',
  });
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const url = /http:\/\/localhost:\d+/.exec(chunk.toString())?.[0] ?? '';
  await registerHousehold(url);
  await until(() => lines().some((line) => line.includes('security')));
  const found = lines();
  expect(found.find((line) => line.includes('plain http'))).toMatch(/^<4>\{"level":40,/);
  expect(found.find((line) => line.includes('security'))).toMatch(/^<6>\{"level":30,.*\}$/);
  const elsewhere = await writtenToJournal('server/main.ts', [], { HOST: '0.0.0.0', JOURNAL_STREAM: '1:1' });
  await once(elsewhere.child.stdout ?? elsewhere.child, 'data');
  expect(elsewhere.lines().join()).toMatch(/^\{"level":40,/);
});

test('a start or a command that fails is an error in the journal, line by line', async () => {
  const start = await writtenToJournal('server/main.ts', [], { PORT: 'x', HOST: '?' });
  expect(await once(start.child, 'exit')).toEqual([1, null]);
  expect(start.lines()).toEqual([
    '<3>Framme cannot start. Correct these settings:',
    expect.stringMatching(/^<3>- PORT is "x": /),
    expect.stringMatching(/^<3>- HOST is "\?": /),
  ]);
  const backup = await writtenToJournal('scripts/framme.ts', ['backup']);
  expect(await once(backup.child, 'exit')).toEqual([1, null]);
  expect(backup.lines()).toEqual([expect.stringMatching(/^<3>There is no database in /)]);
  const send = (env: Record<string, string>) =>
    spawnSync(join(ROOT, 'deploy/send-backup'), [temporaryFolder(), 'backup@example.org'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  expect(send({ JOURNAL_STREAM: '1:1' }).stderr).toMatch(/^<3>There is no backup in /);
  expect(send({})).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no backup in /) });
});

test('the levels of the log have those of the journal', () => {
  expect([10, 20, 30, 40, 50, 60].map(priorityOf)).toEqual([7, 7, 6, 4, 3, 2]);
  for (const unit of ['framme.service', 'framme-backup.service', 'framme-send-backup.service'])
    expect(textOf(`deploy/systemd/${unit}`)).toMatch(/^SyslogLevelPrefix=yes$/m);
});
