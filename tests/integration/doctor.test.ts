import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { doctor } from '#tests/support/server/doctor.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startPushService } from '#tests/support/server/push-service.ts';
import { selfSigned } from '#tests/support/server/self-signed.ts';

test('of a healthy server all is fine, and each line says so', async () => {
  const app = await startApp();
  chmodSync(app.dataDir, 0o700);
  await registerHousehold(app.url);
  const mail = await startMailServer();
  const env = { ...app.place, ...mail.env };
  expect((await framme(env, 'backup')).code).toBe(0);
  const { code, states, stderr } = await doctor(env);
  expect([code, stderr]).toEqual([0, '']);
  const names = [
    ...[
      'settings',
      'runtime',
      'data folder',
      'disk',
      'database',
      'mail',
      'push',
      'server',
      'address',
      'backup',
    ],
  ];
  expect(states).toEqual(names.map((name) => `${name} ok`));
  const { stdout } = await framme({ PORT: '0', PUSH_SERVICES: 'off', ...env }, 'doctor');
  for (const name of names) expect(stdout).toMatch(new RegExp(`^ok {7}${name}: .*\\.$`, 'm'));
  await mail.stop();
  expect(mail.received).toEqual([]);
});

test('wrong settings are problems, each with its sentence, and end with exit code 1', async () => {
  const { code, of, stderr } = await doctor({ PORT: 'x', TRUST_PROXY: 'y' });
  expect([code, stderr]).toEqual([1, 'There are 2 problems.\n']);
  expect(of('settings').map(({ says }) => says)).toEqual([
    expect.stringMatching(/^PORT is "x"/),
    expect.stringMatching(/^TRUST_PROXY is "y"/),
  ]);
});

test('an open folder, an old backup and a listener without https are warnings, each with what to do', async () => {
  const app = await startApp();
  chmodSync(app.dataDir, 0o755);
  expect((await doctor(app.place)).of('backup')[0]).toMatchObject({
    state: 'warning',
    says: 'There is no backup.',
  });
  const folder = join(temporaryFolder(), 'elsewhere');
  const { stdout } = await framme(app.place, 'backup', '--to', folder, '--json');
  const days = new Date(Date.now() - 3 * 86_400_000);
  utimesSync(JSON.parse(stdout).file, days, days);
  writeFileSync(join(app.dataDir, 'framme.db.before-restore-2026'), '');
  writeFileSync(join(app.dataDir, 'framme.db.restored'), '');
  const { code, of, states } = await doctor({ ...app.place, HOST: '0.0.0.0' }, '--backups', folder);
  expect(code).toBe(0);
  expect(states.filter((state) => state.endsWith('warning'))).toEqual([
    'data folder warning',
    'restore warning',
    'restore warning',
    'mail warning',
    'address warning',
    'backup warning',
  ]);
  expect(of('data folder')[0]?.remedy).toBe(`chmod 700 '${app.dataDir}'`);
  expect(of('backup')[0]?.says).toContain('72 hours old');
  expect(of('address')[0]?.says).toContain('without PUBLIC_URL');
});

test('a mail server and a database that cannot be reached are problems, and no password is said', async () => {
  const port = await freePort();
  const { code, of, stdout } = await doctor({
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: `postgres://framme:geheim@127.0.0.1:${port}/framme`,
    SMTP_URL: `smtps://framme:geheim@127.0.0.1:${port}`,
    MAIL_FROM: 'framme@example.org',
  });
  expect(code).toBe(1);
  const problem = (says: string) => [{ state: 'problem', says: expect.stringContaining(says) }];
  expect(of('mail')).toMatchObject(problem(`127.0.0.1:${port} takes no mail`));
  expect(of('database')).toMatchObject(problem('cannot be reached'));
  expect(stdout).not.toContain('geheim');
});

test('a folder that is not there, and damaged data, are told', async () => {
  const none = join(temporaryFolder(), 'none');
  const { of, code } = await doctor({ DATA_DIR: none });
  expect([code, of('data folder')[0]?.says]).toEqual([0, `There is no folder ${none} yet.`]);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'framme.db'));
  expect((await doctor({ DATA_DIR: folder })).code).toBe(1);
});

test('a data folder that is none is a problem, and the other looks are made all the same', async () => {
  const file = join(temporaryFolder(), 'data');
  writeFileSync(file, '', { mode: 0o600 });
  const { of, code, stderr } = await doctor({ DATA_DIR: file });
  expect([code, of('data folder')[0]?.state]).toEqual([1, 'problem']);
  expect(of('data folder')[0]?.says).toBe(`${file} cannot be read (ENOTDIR).`);
  expect([stderr, of('address').length]).toEqual(['There is 1 problem.\n', 1]);
  const backups = (await doctor({ DATA_DIR: temporaryFolder() }, '--backups', file)).of('backup');
  expect(backups).toMatchObject([{ state: 'problem', says: `${file} cannot be read (ENOTDIR).` }]);
});

/** Stands for a proxy with https: leads to the app, and changes its replies. */
async function startProxy(
  to: string,
  change: (headers: Headers) => void,
): Promise<{ origin: string; ca: string }> {
  const { file, ...signed } = selfSigned();
  const server: Server = createServer(signed, (request, response) => {
    void fetch(`${to}${request.url}`, { redirect: 'manual' }).then(async (reply) => {
      const headers = new Headers(reply.headers);
      headers.set('strict-transport-security', 'max-age=1');
      change(headers);
      response.writeHead(reply.status, [...headers].filter(([of]) => of !== 'content-length').flat());
      response.end(await reply.text());
    });
  });
  server.listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, ca: file };
}

test('the public address is asked as a browser does: certificate, headers and what a proxy changes', async () => {
  const app = await startApp();
  const good = await startProxy(app.url, () => undefined);
  const env = { ...app.place, TRUST_PROXY: '1', PUBLIC_URL: good.origin };
  const trusted = await doctor({ ...env, NODE_EXTRA_CA_CERTS: good.ca });
  expect(trusted.of('address')).toEqual([
    { name: 'address', state: 'ok', says: `${good.origin} answers by https.` },
  ]);
  expect(trusted.of('proxy')).toEqual([]);
  const untrusted = await doctor(env);
  expect([untrusted.code, untrusted.of('address')[0]]).toEqual([
    1,
    expect.objectContaining({ state: 'problem', remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS') }),
  ]);
  const bad = await startProxy(app.url, (headers) => {
    headers.delete('strict-transport-security');
    headers.set('date', 'Mon, 04 May 2026 12:00:00 GMT');
  });
  const changed = await doctor({ ...app.place, PUBLIC_URL: bad.origin, NODE_EXTRA_CA_CERTS: bad.ca });
  expect(changed.of('address').map(({ says }) => says)).toContain(
    'PUBLIC_URL is https and TRUST_PROXY is false: behind a proxy all visitors count as one.',
  );
  expect(changed.of('proxy').map(({ says }) => says)).toEqual([
    expect.stringContaining('Strict-Transport-Security'),
    expect.stringContaining('clock'),
  ]);
});

/** Listens, and answers each connection with these bytes. Returns its address as if it were https. */
async function startListener(answer: string | Buffer): Promise<string> {
  const server = createNetServer((socket) => void socket.on('error', () => undefined).end(answer));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** The alert `internal_error`, which Caddy sends of a name for which it has no certificate. */
const NO_CERTIFICATE = Buffer.from([21, 3, 3, 0, 2, 2, 80]);

test('an address that cannot be reached is told by its cause: name, proxy, certificate or plain http', async () => {
  const address = async (PUBLIC_URL: string) => {
    const { code, of } = await doctor({ DATA_DIR: temporaryFolder(), TRUST_PROXY: '1', PUBLIC_URL });
    return [code, ...of('address').map(({ state, remedy }) => `${state}: ${remedy}`)];
  };
  expect(await address(`https://localhost:${await freePort()}`)).toEqual([
    ...[0, 'warning: Start the proxy (systemctl status caddy), and let it listen there.'],
  ]);
  expect(await address('https://nobody.invalid')).toEqual([
    ...[0, 'warning: No DNS entry leads from that name to an address: make it, or correct PUBLIC_URL.'],
  ]);
  expect(await address(await startListener(NO_CERTIFICATE))).toEqual([
    ...[1, 'problem: The proxy has no certificate for this name: its log says why (journalctl -u caddy).'],
  ]);
  expect(await address(await startListener('HTTP/1.1 400 Bad Request\r\n\r\n'))).toEqual([
    ...[1, 'problem: The proxy speaks plain http at that port: let it speak https.'],
  ]);
});

test('a push service that cannot be reached, and a contact that Apple refuses, are warnings', async () => {
  const service = await startPushService();
  const on = { DATA_DIR: temporaryFolder(), HOST_CONTACT: 'anna@example.org' };
  const reached = await doctor({ ...on, PUSH_SERVICES: service.origin });
  expect(reached.of('push')).toMatchObject([{ state: 'ok', says: '127.0.0.1 can be reached.' }]);
  expect(service.got).toEqual([]);
  const silent = await doctor({ ...on, PUSH_SERVICES: 'http://127.0.0.1:1', HOST_CONTACT: '' });
  expect(silent.of('push')).toMatchObject([
    {
      state: 'warning',
      says: 'Not reached: 127.0.0.1 (ECONNREFUSED).',
      remedy: expect.stringContaining('port 443'),
    },
    {
      state: 'warning',
      says: expect.stringContaining('https://localhost'),
      remedy: 'Set HOST_CONTACT to a public address.',
    },
  ]);
});
