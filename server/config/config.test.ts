import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { databaseHosts } from './database-url.ts';
import { readLines } from './env-file.ts';
import { settings } from './settings.ts';

const example = readFileSync(fileURLToPath(new URL('../../.env.example', import.meta.url)), 'utf8');

test('without any setting the defaults hold', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    backupBeforeMigration: 'on',
    publicOrigin: undefined,
    trustProxy: false,
    signInsPerHour: 120,
    registration: 'open',
    opsPerMinute: 600,
    opsPerDay: 20_000,
    serviceWorker: 'on',
    logLevel: 'info',
    metrics: undefined,
    shutdownWaitMs: 0,
    defaultCountry: 'SE',
    consoleNotices: 'full',
    noticeHoldMs: 10_000,
    noticesPerDay: 300,
    pushServices: [
      ...['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com'],
      '.notify.windows.com',
    ],
    hostName: undefined,
    hostContact: undefined,
    socialLinks: [],
    smtp: undefined,
    mailFrom: undefined,
    providers: [],
  });
});

test('.env.example lists every setting with its default, and a sentence before each', () => {
  expect(readLines(example)).toEqual({ values: parseEnv(example), problems: [] });
  expect(parseEnv(example)).toEqual(settings);
  const paragraphs = example.split('\n\n').slice(1);
  expect(paragraphs).toHaveLength(Object.keys(settings).length);
  for (const paragraph of paragraphs) expect(paragraph).toMatch(/^# [A-Z](.|\n)*\.\n[A-Z_]+=.*\n?$/);
});

test('all invalid settings are listed at once, with name, value and what is allowed', () => {
  const problems = readConfig({
    PORT: '70000',
    HOST: 'not a host',
    DATABASE_URL: 'mysql://framme:geheim@db/framme',
    PUBLIC_URL: 'http://framme.example.org',
    TRUST_PROXY: 'yes',
    SERVICE_WORKER: 'yes',
    LOG_LEVEL: 'loud',
    DEFAULT_COUNTRY: 'Sweden',
    NOTICE_HOLD_SECONDS: '-1',
    HOST_NAME: 'a\uD800b',
    HOST_CONTACT: 'anna',
    SOCIAL_LINKS: 'Mastodon',
    SMTP_URL: 'smtp://framme:geheim@mail.example.org:587/inbox',
    MAIL_FROM: 'a"b <anna@example.org>',
  });
  expect(problems).toEqual([
    expect.stringMatching(/^PORT is "70000": .*1 to 65535/),
    expect.stringMatching(/^HOST is "not a host": .*127\.0\.0\.1/),
    expect.stringMatching(/^DATABASE_URL: .*like postgres:\/\/user:password@host/),
    expect.stringMatching(/^PUBLIC_URL is "http:\/\/framme\.example\.org": must be https.*certificates/),
    expect.stringMatching(/^TRUST_PROXY is "yes": must be false, a number/),
    expect.stringMatching(/^SERVICE_WORKER is "yes": must be one of on, off/),
    expect.stringMatching(/^LOG_LEVEL is "loud": must be one of .*info/),
    expect.stringMatching(/^DEFAULT_COUNTRY is "Sweden": .*SE/),
    expect.stringMatching(/^NOTICE_HOLD_SECONDS is "-1": .*0 to 3600/),
    expect.stringMatching(/^HOST_NAME is "a\\ud800b": .*one line/),
    expect.stringMatching(/^HOST_CONTACT is "anna": .*anna@example\.org/),
    expect.stringMatching(/^SOCIAL_LINKS is "Mastodon": must be up to 3 links/),
    expect.stringMatching(/^SMTP_URL: .*smtps:\/\/user:password@/),
    expect.stringMatching(/^MAIL_FROM: must .*Framme <framme@example\.org>/),
  ]);
  expect(JSON.stringify(problems)).not.toContain('geheim');
});

test.each(Object.keys(settings))(
  'a problem of %s repeats no password of an address that was put there',
  (name) => {
    const addresses = [
      'https://anna:geheim@framme.example.org',
      'https://geheim@framme.example.org',
      'https://framme.example.org/?token=geheim',
      'https://framme.example.org/#geheim',
      'https://framme.example.org/geheim',
      'https://anna:geheim',
      'https:anna:geheim@',
      'anna:geheim@framme.example.org',
      'Mastodon=https://anna:geheim@example.social',
      'ftp://anna:ge%68eim@framme.example.org',
    ];
    for (const address of addresses) {
      const problems = readConfig({ [name]: address, MAIL_FROM: name === 'MAIL_FROM' ? address : '' });
      if (Array.isArray(problems)) expect(problems.join()).not.toMatch(/geheim|ge%68eim/);
    }
  },
);

test.each<readonly [name: string, value: string, config: object]>([
  ['PORT', '0', { port: 0 }],
  ['HOST', '::1', { host: '::1' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['PUBLIC_URL', 'https://framme.example.org/', { publicOrigin: 'https://framme.example.org' }],
  ['PUBLIC_URL', 'http://localhost:8080', { publicOrigin: 'http://localhost:8080' }],
  ['PUBLIC_URL', 'http://127.0.0.1:8080', { publicOrigin: 'http://127.0.0.1:8080' }],
  ['PUBLIC_URL', 'http://[::1]:8080', { publicOrigin: 'http://[::1]:8080' }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', '10.0.0.0/8, 104.64.0.0/10', { trustProxy: ['10.0.0.0/8', '104.64.0.0/10'] }],
  ['TRUST_PROXY', 'fc00::/7,2a06:98c0::/29', { trustProxy: ['fc00::/7', '2a06:98c0::/29'] }],
  ['TRUST_PROXY', '::ffff:10.0.0.0/104', { trustProxy: ['::ffff:10.0.0.0/104'] }],
  ['TRUST_PROXY', '10.0.0.1, 10.1.0.0/16', { trustProxy: ['10.0.0.1', '10.1.0.0/16'] }],
  ['REGISTRATION', 'invite', { registration: 'invite' }],
  ['REGISTRATION', 'closed', { registration: 'closed' }],
  ['OPS_PER_MINUTE', '100', { opsPerMinute: 100 }],
  ['OPS_PER_DAY', '999999999', { opsPerDay: 999_999_999 }],
  ['SERVICE_WORKER', 'off', { serviceWorker: 'off' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['METRICS_ADDRESS', '9464', { metrics: { host: '127.0.0.1', port: 9464 } }],
  ['METRICS_ADDRESS', '10.0.0.5:9464', { metrics: { host: '10.0.0.5', port: 9464 } }],
  ['METRICS_ADDRESS', '[::1]:9464', { metrics: { host: '::1', port: 9464 } }],
  ['CONSOLE_NOTICES', 'masked', { consoleNotices: 'masked' }],
  ['CONSOLE_NOTICES', 'off', { consoleNotices: 'off' }],
  ['NOTICE_HOLD_SECONDS', '0', { noticeHoldMs: 0 }],
  ['NOTICES_PER_DAY', '30', { noticesPerDay: 30 }],
  ['PUSH_SERVICES', 'off', { pushServices: [] }],
  ['PUSH_SERVICES', '.push.apple.com a.example', { pushServices: ['.push.apple.com', 'a.example'] }],
  ['PUSH_SERVICES', 'http://127.0.0.1:4000', { pushServices: ['http://127.0.0.1:4000'] }],
  ['DATA_DIR', '', { dataDir: './data' }],
  ['DATA_DIR', './~/data', { dataDir: './~/data' }],
  ['HOST_NAME', 'Familjen Öberg & <Vänner>', { hostName: 'Familjen Öberg & <Vänner>' }],
  ['HOST_CONTACT', 'anna@example.org', { hostContact: 'anna@example.org' }],
  ['HOST_CONTACT', 'MailTo:anna@example.org', { hostContact: 'anna@example.org' }],
  ['HOST_CONTACT', 'https://example.org/kontakt', { hostContact: 'https://example.org/kontakt' }],
  ['SOCIAL_LINKS', '', { socialLinks: [] }],
  [
    'SOCIAL_LINKS',
    'Mastodon = https://example.social/@framme, Vår sida=https://example.org/?a=b',
    {
      socialLinks: [
        { name: 'Mastodon', href: 'https://example.social/@framme' },
        { name: 'Vår sida', href: 'https://example.org/?a=b' },
      ],
    },
  ],
  ...[
    'postgres://a:b@db:5432/framme',
    'postgres:///framme?host=/run/postgresql',
    'postgresql://db/framme?sslmode=verify-full',
    'postgres://a:b@one:5432,two:5433/framme',
    'postgres://a@one,[::1]:5433/framme?target_session_attrs=read-write',
    'postgres:///framme?host=one,two&port=5432,5433',
  ].map((url) => ['DATABASE_URL', url, { databaseUrl: url }] as const),
])('%s may be %j', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected);
});

const REFUSED: Record<string, readonly string[]> = {
  DATA_DIR: ['~/framme', '~', '$HOME/framme', '/srv/$USER/framme', 'file:///srv/framme', '"/srv/framme"'],
  PORT: ['3000.5', '-1', '65536'],
  HOST: ['127.0.0', 'localhost:3000'],
  METRICS_ADDRESS: ['0', '70000', 'on', '::1:9464', '10.0.0:9464'],
  PUBLIC_URL: [
    'framme.example.org',
    'ftp://localhost',
    'https://framme.example.org/family',
    'https://anna:hemligt@framme.example.org',
    'http://192.168.1.10:3000',
    'http://127.example.org',
  ],
  TRUST_PROXY: ['true', '10.0.0.0/33', '0'],
  REGISTRATION: ['Open'],
  OPS_PER_MINUTE: ['99'],
  OPS_PER_DAY: ['1000000000'],
  SIGN_INS_PER_HOUR: ['9'],
  DEFAULT_COUNTRY: ['se'],
  CONSOLE_NOTICES: ['on'],
  NOTICE_HOLD_SECONDS: ['3601'],
  NOTICES_PER_DAY: ['29', '1e3'],
  PUSH_SERVICES: ['https://push.example.org', '*.push.example.org', 'http://localhost:4000', '.'],
  HOST_NAME: ['x'.repeat(81)],
  HOST_CONTACT: [
    'javascript:alert(1)',
    'http://example.org',
    'anna@"example".org',
    'mailto:mailto:anna@example.org',
    'mailto://anna@example.org',
    '(anna@example.org)',
    'anna@example.org?subject=Framme',
  ],
  SOCIAL_LINKS: [
    'Mastodon=javascript:alert(1)',
    'Mastodon=http://example.social',
    '=https://example.social',
    'A=https://a.org,B=https://b.org,C=https://c.org,D=https://d.org',
  ],
};

test.each(Object.entries(REFUSED).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s may not be %j',
  (name, value) => {
    expect(readConfig({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}(?: is "|: )`)),
    ]);
  },
);

test.each([
  'framme',
  'db:5432/framme',
  'http://geheim@db/framme',
  'postgres://framme:geheim@db',
  'postgres:///framme',
  'postgres://framme:geheim@db:port/framme',
  'postgres://framme:geheim%@db/framme',
  'postgres://framme:geheim%41b@db/framme',
  'postgres://framme:1/geheim@db/framme',
  'postgres://framme:1#geheim@db/framme',
  'postgres://framme:geheim@one,/framme',
  'postgres://framme:geheim@one,two:port/framme',
  'postgres:///framme?host=one,',
])('DATABASE_URL may not be %j, and its value is not repeated', (value) => {
  const problems = readConfig({ DATABASE_URL: value });
  expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL: must be an address like /)]);
  expect(String(problems)).not.toContain('geheim');
});

test.each([
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1, 0.0.0.0/0',
  '0.0.0.0/1,128.0.0.0/1',
  '64.0.0.0/7',
  '2000::/3',
  '2a00::/12',
  '::/64',
  '::ffff:0:0/96',
  '::ffff:128.0.0.0/97',
  '0:0::ffff:0.0.0.0/96',
])('TRUST_PROXY may not be %j, by which anybody could name any address', (value) => {
  expect(readConfig({ TRUST_PROXY: value })).toEqual([
    expect.stringMatching(/^TRUST_PROXY(?: is ".*")?: trusts nearly everybody/),
  ]);
});

test('DATABASE_URL may not ask for a host that takes no writes', () => {
  const problems = readConfig({
    DATABASE_URL: 'postgres://a:geheim@one,two/framme?target_session_attrs=standby',
  });
  expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL: .*must be read-write$/)]);
  expect(String(problems)).not.toContain('geheim');
});

test.each([
  ['postgres://a:b,c@one:1,two/d?x=y', ['postgres://a:b,c@one:1/d?x=y', 'postgres://a:b,c@two/d?x=y']],
  [
    'postgres:///d?host=/run,two&port=1',
    ['postgres:///d?host=%2Frun&port=1', 'postgres:///d?host=two&port=1'],
  ],
  ['postgres:///d?host=one,two', ['postgres:///d?host=one&port=5432', 'postgres:///d?host=two&port=5432']],
  ['postgres://a@one:5432/d', ['postgres://a@one:5432/d']],
])('each host of %s has an address of its own', (address, each) => {
  expect(databaseHosts(address)).toEqual(each);
});

test('a push service of this machine is one only without PUBLIC_URL', () => {
  const env = { PUSH_SERVICES: 'http://127.0.0.1:4000', PUBLIC_URL: 'https://framme.example.org' };
  expect(readConfig(env)).toEqual([expect.stringMatching(/^PUSH_SERVICES is ".*": must be off, or names/)]);
});
