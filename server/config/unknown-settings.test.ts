import { expect, test } from 'vitest';
import { unknownSettings } from './unknown-settings.ts';

const found = (...names: string[]) => {
  const { warned } = unknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])), {});
  return warned;
};

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['FRAMME_PUBLIC_URL', 'PUBLIC_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['SMTP_HOST', 'SMTP_URL'],
  ['OIDC_SECRET', 'OIDC_ISSUER'],
  ['GOOGLE_CLIENT_KEY', 'GOOGLE_CLIENT_ID'],
  ['NOTICE_HOLD', 'NOTICE_HOLD_SECONDS'],
])('%s is named with its nearest setting, %s', (name, nearest) => {
  expect(found(name)).toEqual([
    `${name} is no setting of Framme, and does nothing. Did you mean ${nearest}?`,
  ]);
});

test.each([
  ...[
    'REGISTRATON',
    'registration',
    'FRAMME_REGISTRATION',
    '\uFEFF\uFEFF\uFEFFREGISTRATION',
    'REGISTRATION\u00a0',
  ],
  // In Cyrillic but for three letters.
  '\u0420\u0415GI\u0405\u0422R\u0410\u0422I\u041eN',
])('a name that could stand for REGISTRATION ends the start, in the environment too: %s', (name) => {
  const says = expect.stringMatching(/^[ -~]+ is no setting of Framme: write REGISTRATION, or delete it$/);
  expect(unknownSettings({ [name]: 'closed' }, {})).toEqual({ refused: [says], warned: [] });
});

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['host', 'HOST'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['REGISTRATION_MODE', 'REGISTRATION'],
  ['OPEN_REGISTRATION', 'REGISTRATION'],
  ['REGISTER', 'REGISTRATION'],
])('%s in .env ends the start', (name, nearest) => {
  const refused = [`${name} in .env is no setting of Framme: write ${nearest}, or delete it`];
  expect(unknownSettings({}, { [name]: 'x', COLOUR: 'red', FRAMME_HOST: 'a' })).toEqual({
    refused,
    warned: [expect.stringMatching(/^COLOUR in \.env is no setting/)],
  });
});

test('a setting of .env that the environment sets otherwise is named', () => {
  const values = { REGISTRATION: 'closed', PORT: '1', HOST_NAME: 'Kim' };
  expect(unknownSettings({ REGISTRATION: 'open', PORT: '1' }, values).warned).toEqual([
    'REGISTRATION in .env does nothing, for the environment sets it otherwise.',
  ]);
});

/** What systems, systemd, services, Node, other programs, Kubernetes and our launcher set. */
const OF_OTHERS = `
  PATH HOME HOSTNAME HOSTTYPE LOGNAME USER SHELL LANG TERM TZ PWD MAIL
  INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID LISTEN_FDNAMES NOTIFY_SOCKET
  STATE_DIRECTORY SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH CREDENTIALS_DIRECTORY XDG_DATA_DIRS
  NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS npm_config_cache npm_lifecycle_event INIT_CWD
  PGPASSWORD PGHOST HOST_IP HTTP_PROXY HTTP_URL GOOGLE_APPLICATION_CREDENTIALS DATABASE_USER
  FRAMME_SERVICE_HOST FRAMME_SERVICE_PORT FRAMME_PORT FRAMME_PORT_3000_TCP_ADDR SMTP_PORT
  FRAMME_COMMAND`;

test('settings, and what other programs and systems set, are left alone', () => {
  expect(
    found('PUBLIC_URL', 'PORT', 'SMTP_URL_FILE', 'GOOGLE_CLIENT_SECRET_FILE', 'CONSOLE_NOTICES'),
  ).toEqual([]);
  expect(found(...OF_OTHERS.trim().split(/\s+/))).toEqual([]);
});
