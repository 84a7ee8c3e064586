import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Friend, Visit } from '#domain/documents.ts';
import { childPath, friendPath, type Path, visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { hashOf } from '#server/auth/core/sessions/secret.ts';
import { mailTranslations } from '#server/mail/render-mail.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { passFirstFactor, strictFamily } from '#tests/support/people/passkey-family.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { postJson } from '#tests/support/server/http.ts';
import { type ReceivedMail, secretIn, startMailServer } from '#tests/support/server/mail-server.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';
import { logTruncater, scrubber } from './connection/checkpoints.ts';
import { openWriter } from './connection/connection.ts';
import { migrate } from './schema/migrations.ts';

const RARE = 'Rumpelstilzchen';

const ROWS = 4000;

/** A file with split pages, because rows grew out of order, from which every third row was removed. */
function fileWithRemovals() {
  const file = join(temporaryFolder(), 'framme.db');
  const db = openWriter(file);
  onTestFinished(() => db.close());
  migrate(db);
  db.exec("INSERT INTO households (id, version, number) VALUES ('one', 1, 1); BEGIN");
  const put = db.prepare(
    `INSERT INTO people (household, path, version, body) VALUES (1, ?, 1, ?)
     ON CONFLICT DO UPDATE SET body = excluded.body`,
  );
  const name = (row: number) => (row % 3 === 0 ? `${RARE}${row}` : 'Ella');
  const write = (row: number, length: number) => put.run(`row-${row}`, name(row) + 'x'.repeat(length));
  for (let row = 0; row < ROWS; row += 1) write(row, 100 + ((row * 7919) % 400));
  for (let turn = 0; turn < ROWS; turn += 1) write((turn * 7919) % ROWS, 500 + ((turn * 104_729) % 600));
  db.exec('COMMIT');
  db.exec(`UPDATE people SET body = NULL WHERE body LIKE '${RARE}%'`);
  return { file, db, found: () => tracesIn(file) };
}

function tracesIn(file: string): number {
  return [file, `${file}-wal`]
    .map((path) => readFileSync(path).toString('latin1').split(RARE).length - 1)
    .reduce((one, other) => one + other);
}

const cutLog = (db: DatabaseSync) => void db.exec('PRAGMA wal_checkpoint(TRUNCATE)');

test('removed data is first in the log, then in split pages, and nowhere after a scrub', () => {
  const { db, found } = fileWithRemovals();
  const inLog = found();
  cutLog(db);
  const inPages = found();
  expect(inLog).toBeGreaterThan(inPages);
  expect(inPages).toBeGreaterThan(0);
  expect(inPages).toBeLessThan(ROWS / 30);
  scrubber(db)();
  expect(found()).toBe(0);
  expect(db.prepare('SELECT count(*) AS rows FROM people').get()).toEqual({ rows: ROWS });
});

test('a large file is not rewritten, only its log is truncated', () => {
  const { db, found } = fileWithRemovals();
  scrubber(db, 4096)();
  const traces = found();
  expect(traces).toBeGreaterThan(0);
  expect(traces).toBeLessThan(ROWS / 30);
});

test('a scrub does not wait for an outside reader of the file', () => {
  const { file, db } = fileWithRemovals();
  const backup = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => backup.close());
  backup.exec('BEGIN');
  backup.prepare('SELECT count(*) FROM people').get();
  const timeout = () => db.prepare('PRAGMA busy_timeout').get();
  const exec = db.exec.bind(db);
  let during: unknown;
  db.exec = (sql) => {
    if (sql === 'VACUUM') during = timeout();
    exec(sql);
  };
  scrubber(db)();
  expect(during).toEqual({ timeout: 0 });
  expect(timeout()).toEqual({ timeout: 5000 });
});

test('a truncated log holds nothing, and one that is read is left for later', () => {
  const { file, db } = fileWithRemovals();
  const truncate = logTruncater(db);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM people').get();
  db.exec("INSERT INTO households (id, version, number) VALUES ('two', 1, 2)");
  expect(truncate()).toBe(false);
  reader.close();
  expect(readFileSync(`${file}-wal`).length).toBeGreaterThan(0);
  expect(truncate()).toBe(true);
  expect(readFileSync(`${file}-wal`).length).toBe(0);
});

/** Bytes of a page in the write-ahead log, with its header. */
const FRAME = 4096 + 24;

/** A family in a database so small that a table or index is one page, with a count of the pages that a tap writes. */
async function smallFamily() {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const visit = visitPath(kim, newId());
  await family.save([
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
  ]);
  const logged = () => statSync(join(folder, 'framme.db-wal')).size;
  let version = 2;
  /** Saves a visit and its friend like a tap. Returns the number of pages that it wrote. */
  const tap = async (document: Visit, status: Friend['status']) => {
    version += 1;
    const op = newId();
    const words = { recipient: { phone: '070-1' }, name: 'Ella', at: NOON };
    const alerted = { visitor: friendPath(kim, ella), by: family.account.uid };
    const documents: [Path, Visit | Friend][] = [
      [visit, document],
      [friendPath(kim, ella), { ...aFriend(), status }],
    ];
    const before = logged();
    await family.save(documents, {
      outcomes: [{ outcome: { op, result: 'done', version }, sequence: version }],
      notices: [{ notice: { about: op, kind: 'first', status, ...words, ...alerted }, dueAt: minute(1) }],
    });
    return (logged() - before) / FRAME;
  };
  return { ella, tap, store, logged };
}

const link = () => ({ id: newId(), hash: newId().padEnd(43, '_'), by: newId(), madeAt: NOON });

test('a tap writes a few pages, and no more on a visit that has links', async () => {
  const [plain, linked] = [await smallFamily(), await smallFamily()];
  const [arrival, departure] = [aVisit(plain.ella, 0), aVisit(plain.ella, 0, 5)];
  expect([await plain.tap(arrival, 'in'), await plain.tap(departure, 'out')]).toEqual([12, 11]);
  const links = [link(), link()];
  await linked.tap({ ...aVisit(linked.ella, 0), links }, 'in');
  expect(await linked.tap({ ...aVisit(linked.ella, 0, 5), links }, 'out')).toBe(11);
  expect(await linked.store.linked(links[0]?.hash ?? '')).toBeDefined();
});

test('a look at the queue of alerts that finds none writes nothing', async () => {
  const { store, logged } = await smallFamily();
  const before = logged();
  expect(await store.hasDueAlerts(minute(9))).toBe(false);
  expect(logged()).toBe(before);
});

/** The contents of the database files, as a thief would read them. */
function bytesIn(folder: string): string {
  const files = ['framme.db', 'framme.db-wal'].map((name) => readFileSync(join(folder, name), 'latin1'));
  return files.join('');
}

test('the database contains neither session tokens nor passwords', async () => {
  const { url, dataDir } = await startApp();
  const { cookie } = await registerHousehold(url);
  const files = bytesIn(dataDir);
  expect(files).toContain('$argon2id$');
  expect(files).not.toContain(cookie.slice('framme='.length));
  expect(files).not.toContain(Buffer.from(PASSWORD).toString('latin1'));
});

test('the database contains no recovery codes and no secrets of links, pending second factors and flows', async () => {
  const google = await startMockOpenIdProvider();
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  const { url, dataDir, store } = await startAppWithProviders({ google: google.url }, { env: mails.env });
  const { family, codes } = await strictFamily(url, undefined, ({ account: { uid, email } }) =>
    store.verifyEmail(uid, email, new Date().toISOString()),
  );
  const { cookie: step = '' } = await passFirstFactor(family);
  const message = { provider: 'google', purpose: 'sign-in' };
  const started = await postJson(url, calls.startProvider.path, message);
  const state = new URL((started.body as { url: string }).url).searchParams.get('state') ?? '';
  await postJson(url, calls.askRecovery.path, { email: family.account.email });
  const { subject } = mailTranslations.sv.templates.recovery;
  const letter = () => mails.received.find(({ mail }) => mail.subject === subject);
  await until(() => letter() !== undefined);
  const link = secretIn(letter() as ReceivedMail);
  const files = bytesIn(dataDir);
  expect(files).toContain(hashOf(link));
  const spellings = codes.flatMap((code) => [code, code.replaceAll('-', '').toLowerCase()]);
  for (const secret of [
    ...spellings,
    step.split('=')[1] ?? '',
    started.cookie?.split('=')[1] ?? '',
    state,
    link,
  ]) {
    expect(secret.length).toBeGreaterThan(15);
    expect(files).not.toContain(secret);
  }
});
