import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { linkedVisit } from '#tests/support/people/linked-visit.ts';
import { type AppOptions, startApp, until } from '#tests/support/server/app.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { listen, listenToVisit } from '#tests/support/server/live-stream.ts';
import { metricFaults } from '#tests/support/server/metric-lint.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { startPushService } from '#tests/support/server/push-service.ts';
import { VERSION } from '../process/version.ts';
import { StoreUnavailable } from '../store/ports/store.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

/** Starts the app with its metrics on an address of their own. `read` returns the value of one sample; 0 if there is none. */
async function startMeasured({ change, ...options }: AppOptions = {}) {
  const meter = new Metrics();
  const app = await startApp({
    ...options,
    change: (dependencies) => {
      const changed = { ...dependencies, ...change?.(dependencies) };
      return { ...changed, meter, store: meter.measured(changed.store) };
    },
  });
  const port = await freePort();
  const server = await serveMetrics(meter, { host: '127.0.0.1', port });
  onTestFinished(() => closed(server));
  const metricsUrl = `http://127.0.0.1:${port}`;
  const text = async () => String((await get(metricsUrl, '/metrics')).body);
  const read = async (sample: string) =>
    Number(
      (await text())
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  return { ...app, metricsUrl, text, read };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

test('check-ins, commits, refusals, limits and replies are counted when they happen, a repeated tap once', async () => {
  const app = await startMeasured();
  const phone = await registerHousehold(app.url);
  const friend = await phone.addFriend(await phone.addChild());
  const done = 'framme_commands_total{command="checkIn",result="done"}';
  expect([await app.read(done), await app.read('framme_commit_seconds_count')]).toEqual([0, 2]);
  const tap = phone.op('checkIn', friend);
  await phone.sync({ ops: [tap] });
  await phone.sync({ ops: [tap] });
  expect(await app.read(done)).toBe(1);
  const commits = await app.read('framme_commit_seconds_count');
  expect(commits).toBe(4);
  await phone.sync({ ops: [phone.op('checkOut', { ...friend, visitor: newId() })] });
  await phone.sync({ ops: [{ ...phone.op('checkOut', friend), name: 'drop <b>' }] });
  expect(await app.read('framme_commands_total{command="checkOut",result="not-found"}')).toBe(1);
  expect(await app.read('framme_commands_total{command="unknown",result="unknown-command"}')).toBe(1);
  await postJson(app.url, '/api/log-in', { email: phone.account.email, password: `${PASSWORD}-wrong` });
  expect(await app.read('framme_security_events_total{event="sign-in",outcome="failed"}')).toBe(1);
  expect(await app.read('framme_requests_total{route="/api/log-in",status="401"}')).toBe(1);
  expect(await app.read('framme_request_seconds_count')).toBeGreaterThan(5);
  expect(await app.read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test('open streams are read when the metrics are', async () => {
  const app = await startMeasured();
  const { phone, link } = await linkedVisit(app.url);
  const streams = async () => [await app.read('framme_live_streams'), await app.read('framme_visit_streams')];
  expect(await streams()).toEqual([0, 0]);
  const open = [await listen(app.url, phone), await listenToVisit(app.url, link)];
  expect(await streams()).toEqual([1, 1]);
  for (const stream of open) stream.close();
  await until(async () => (await streams()).join() === '0,0');
});

test('the age of the oldest due notice is told, and no other number is lost while the store is away', async () => {
  const earliest: { at?: string; isAway?: boolean } = {};
  const app = await startMeasured({
    calls: (store) => ({
      async earliestNotice() {
        if (earliest.isAway) throw new StoreUnavailable('away');
        return earliest.at ?? store.earliestNotice();
      },
    }),
  });
  const age = () => app.read('framme_notice_queue_age_seconds');
  expect(await age()).toBe(0);
  earliest.at = new Date(Date.now() - 90_000).toISOString();
  expect(await age()).toBeGreaterThan(80);
  earliest.at = new Date(Date.now() + 90_000).toISOString();
  expect(await age()).toBe(0);
  earliest.isAway = true;
  expect(await age()).toBeNaN();
  expect(await app.read('framme_live_streams')).toBe(0);
  expect(await app.text()).toContain('process_resident_memory_bytes');
});

test('version, schema, families, free disk and the age of the newest whole backup are told', async () => {
  const app = await startMeasured({ change: () => ({ freeDisk: async () => 7_000_000 }) });
  const phone = await registerHousehold(app.url);
  const numbers = async () =>
    Promise.all(
      ['households', 'schema_version', 'disk_free_bytes', 'backup_age_seconds'].map((name) =>
        app.read(`framme_${name}`),
      ),
    );
  expect(await app.text()).toMatch(/^framme_backup_age_seconds \+Inf$/m);
  expect((await numbers()).slice(0, 3)).toEqual([1, app.store.schema(), 7_000_000]);
  expect(await app.read(`framme_build_info{version="${VERSION}",node="${process.versions.node}"}`)).toBe(1);
  const folder = join(app.dataDir, 'backups');
  mkdirSync(folder);
  const leave = (minutes: number, end: string) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString().replaceAll(/[:.]/g, '-');
    writeFileSync(join(folder, `framme-${at}${end}`), '');
  };
  for (const [minutes, end] of [
    [120, '.db'],
    [60, '.db'],
    [10, '-wrong-index.db'],
    [5, '.db.part'],
  ] as const)
    leave(minutes, end);
  await phone.deleteAccount();
  const [households, , , age = 0] = await numbers();
  expect([households, age >= 3600 && age < 3700]).toEqual([0, true]);
});

test('every name is one that Prometheus takes without a complaint', async () => {
  const app = await startMeasured({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' } });
  await registerHousehold(app.url);
  const text = await app.text();
  expect(text).toContain('framme_mail_queue_length 0');
  expect(metricFaults(text)).toEqual([]);
  const gauge = (name: string) => `# HELP ${name} A number.\n# TYPE ${name} gauge\n${name} 1\n`;
  for (const name of [
    'nodejs_active_handles_total',
    'loop_utilization_summary',
    'lag_ms',
    'age_hours',
    'freeDisk',
  ])
    expect([name, metricFaults(text + gauge(name)).length]).toEqual([name, 1]);
  expect(metricFaults('# TYPE taps counter\ntaps{familyName="x"} 1\n')).toHaveLength(3);
});

test('no value of a label comes from a request, and nothing names a family or a person', async () => {
  const app = await startMeasured();
  const { phone, link } = await linkedVisit(app.url);
  for (const path of ['/', `/api/${phone.account.uid}`, '/robots.txt', '/nothing-like-it', '/healthz'])
    await get(app.url, `${path}?email=${phone.account.email}`);
  await phone.sync({ ops: [{ ...phone.op('checkOut', {} as never), name: 'Rumpelstilzchen' }] });
  const text = await app.text();
  expect(text.match(/route="[^"]*"/g)?.map((route) => route.slice(7, -1))).toEqual(
    expect.arrayContaining(['/healthz', 'none', 'page', '/api/sync']),
  );
  const { uid, household, email } = phone.account;
  for (const secret of [
    uid,
    household,
    email,
    link,
    phone.cookie.slice(7),
    'Ella',
    'Rumpelstilzchen',
    'nothing-like',
  ])
    expect(text).not.toContain(secret);
});

test('nobody reads metrics on the public port, and their own address has nothing else', async () => {
  const app = await startMeasured();
  const phone = await registerHousehold(app.url);
  for (const cookie of ['', phone.cookie]) {
    const [reply, unknown] = [
      await get(app.url, '/metrics', { cookie }),
      await get(app.url, '/nothing', { cookie }),
    ];
    expect([reply.status, reply.body]).toEqual([unknown.status, unknown.body]);
    expect(String(reply.body)).not.toContain('framme_');
  }
  for (const path of ['/', '/api/health', '/metrics/x'])
    expect((await get(app.metricsUrl, path)).status).toBe(404);
  expect((await postJson(app.metricsUrl, '/metrics', {})).status).toBe(404);
  expect((await get(app.metricsUrl, '/metrics')).headers.get('content-type')).toMatch(
    /^text\/plain; version=0\.0\.4/,
  );
});

test('messages to devices are counted by what became of them', async () => {
  const service = await startPushService();
  const app = await startMeasured({ env: { PUSH_SERVICES: service.origin } });
  const phone = await registerHousehold(app.url);
  const keys = { ...new PushBrowser().keys, taps: false };
  for (const status of [201, 403, 503, 410]) {
    service.reply = () => ({ status });
    await phone.post('/api/push/subscribe', { endpoint: `${service.origin}/a`, ...keys });
    await phone.post('/api/push/try', {});
  }
  for (const result of ['sent', 'refused', 'late', 'gone'])
    expect(await app.read(`framme_push_messages_total{result="${result}"}`)).toBe(1);
  expect(await app.text()).not.toContain(service.origin);
});

/** Serves one number on an address. Returns a function that asks with a Host, and returns the status with the body. */
async function serving(host: string) {
  const port = await freePort();
  const metrics = { text: async () => 'taps 7\n', contentType: 'text/plain' };
  const server = await serveMetrics(metrics as never, { host, port });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (name: string | undefined) => {
    const headers = name === undefined ? {} : { host: name.replace('PORT', String(port)) };
    const asked = request({ port, path: '/metrics', headers, setHost: false }).end();
    const [response] = await once(asked, 'response');
    let body = '';
    for await (const chunk of response) body += chunk;
    return [response.statusCode, body];
  };
}

test.each([
  ['127.0.0.1', ['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST', '127.0.0.1', '[::1]:PORT']],
  ['localhost', ['localhost:PORT', '127.0.0.1:PORT']],
  ['0.0.0.0', ['127.0.0.1:PORT', '10.0.0.5:9464', '[2001:db8::1]:PORT']],
] as const)('a Host that is the address %s, or this machine, reads the metrics', async (host, names) => {
  const ask = await serving(host);
  for (const name of names) expect([name, ...(await ask(name))]).toEqual([name, 200, 'taps 7\n']);
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'a page of another name, which its DNS leads to %s, reads no metrics',
  async (host) => {
    const ask = await serving(host);
    const names = [
      'evil.example.org:PORT',
      'localhost.evil.example.org',
      '127.0.0.1.evil.org',
      '127.0.0.1@evil.org',
      '[',
      '',
    ];
    for (const name of names) {
      const [status, body] = await ask(name);
      expect([name, status]).toEqual([name, 421]);
      expect(body).not.toContain('taps');
    }
  },
);

test('an address that is not listened on is none of its own', async () => {
  expect((await (await serving('127.0.0.1'))('10.0.0.5:9464'))[0]).toBe(421);
});
