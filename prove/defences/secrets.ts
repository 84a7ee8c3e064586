import { type Defence, guarded } from './defence.ts';

const LOG = 'server/process/log.ts';
const PASSWORD = 'server/auth/core/passwords/passwords.ts';
const BUSY_DAY = [
  'server/process/log.test.ts',
  'the log contains nothing private after many calls, errors and crashes',
] as const;
const MADE = [
  'server/auth/core/passwords/passwords.test.ts',
  'a hash matches only its password, states its parameters, and differs each time',
] as const;
const IN_CLEAR = [
  'server/store/sqlite/auth/secrets.test.ts',
  'the database contains neither session tokens nor passwords',
] as const;
const SECRETS = [
  'server/store/sqlite/auth/secrets.test.ts',
  'the database contains no recovery codes and no secrets of links, pending second factors and flows',
] as const;

const logs: readonly Defence[] = [
  guarded(
    'no names in logs: neither the message nor the fields of an error',
    [[LOG, '    err: describeError,\n    error: describeError,\n', '']],
    BUSY_DAY,
  ),
  guarded(
    'no names in logs: no URLs and no headers',
    [
      [
        LOG,
        'req: ({ method }: { method?: string }) => ({ method }),',
        'req: (r: any) => [r.url, r.headers],',
      ],
      ['server/app.ts', 'disableRequestLogging: true', 'disableRequestLogging: false'],
    ],
    BUSY_DAY,
  ),
  guarded(
    'no names in logs: the message of an error is not the text of the event',
    [[LOG, 'hooks: { logMethod: withoutErrorMessages }', 'hooks: {}']],
    [
      'server/process/log.test.ts',
      'an error is logged by its type, code and location, however it reaches the log',
    ],
  ),
  guarded(
    'no names in logs: notices go to standard output alone',
    [
      [
        'server/notices/worker.ts',
        'await channel(queued);',
        "log.info({ queued }, 'told');\n      await channel(queued);",
      ],
    ],
    BUSY_DAY,
  ),
];

const hashes: readonly Defence[] = [
  guarded('Argon2id: 19 MiB', [[PASSWORD, 'memory: 19_456', 'memory: 1024']], MADE),
  guarded('Argon2id: two passes', [[PASSWORD, 'passes: 2', 'passes: 1']], MADE),
  guarded(
    'Argon2id: a random salt',
    [[PASSWORD, 'const salt = randomBytes(SALT_BYTES)', 'const salt = Buffer.alloc(SALT_BYTES)']],
    MADE,
  ),
  guarded(
    'hashes with outdated parameters are renewed',
    [
      [
        'server/auth/endpoints/log-in.ts',
        'outdated ? await passwords.hash(password) : undefined',
        'outdated ? undefined : undefined',
      ],
    ],
    ['server/auth/core/sessions/sessions.test.ts', 'an outdated hash is renewed at the next log-in'],
  ),
  guarded(
    'passwords are hashed on worker threads',
    [
      [
        'server/auth/core/passwords/hashing.ts',
        'type { Argon2Parameters } from',
        '{ type Argon2Parameters, argon2Sync } from',
      ],
      [
        'server/auth/core/passwords/hashing.ts',
        'resolve(await deriveOn(worker, parameters));',
        "void deriveOn;\n      resolve(argon2Sync('argon2id', parameters));",
      ],
    ],
    ['server/auth/core/passwords/hashing.test.ts', 'hashing does not block the thread that answers requests'],
  ),
  guarded(
    'only hashes are stored: passwords',
    [[PASSWORD, '$${unpaddedBase64(tag)}`;', '$${unpaddedBase64(tag)} ${password}`;']],
    IN_CLEAR,
  ),
  guarded(
    'only hashes are stored: session tokens',
    [['server/auth/core/sessions/sessions.ts', 'tokenHash: hashOf(token)', 'tokenHash: token']],
    IN_CLEAR,
  ),
  guarded(
    'only hashes are stored: recovery codes',
    [
      [
        'server/auth/passkeys/recovery-codes.ts',
        'return hashOf(`${uid} ${code}`);',
        'return `${uid} ${code}` && code;',
      ],
    ],
    SECRETS,
  ),
  guarded(
    'only hashes are stored: secrets of links',
    [
      [
        'server/auth/mail/one-time-links.ts',
        'hash: hashOf(secret), uid, body:',
        'hash: hashOf(secret) && secret, uid, body:',
      ],
    ],
    SECRETS,
  ),
  guarded(
    'only hashes are stored: cookies of pending second factors',
    [
      [
        'server/auth/core/sessions/browser-tokens.ts',
        'const hash = hashOf(secret);',
        'const hash = hashOf(secret) && secret;',
      ],
    ],
    SECRETS,
  ),
  guarded(
    'only hashes are stored: cookies of authorization flows',
    [['server/auth/providers/authorization-flows.ts', 'browser: hashOf(browser)', 'browser']],
    SECRETS,
  ),
];

const REQUEST_ID = 'server/http/request-id.test.ts';
const ids: readonly Defence[] = [
  guarded(
    'the id of a request is taken from a trusted proxy alone',
    [['server/http/request-id.ts', ' && isTrusted(socket.remoteAddress)', '']],
    [REQUEST_ID, 'an id of nobody who is trusted is not taken'],
  ),
  guarded(
    'the id of a request holds no text of a visitor',
    [['server/http/request-id.ts', '/^[\\dA-Fa-f-]{16,64}$/', '/^[\\w-]{16,64}$/']],
    [REQUEST_ID, 'an id with a name is not taken'],
  ),
  guarded(
    'the id of a request does not count the requests of others',
    [
      [
        'server/http/request-id.ts',
        "return supply.toString('base64url', at - ID_BYTES, at);",
        "return String(at / ID_BYTES + supply.readUInt32LE(0)).padStart(12, '0');",
      ],
    ],
    [REQUEST_ID, 'every reply names its request, each by chance'],
  ),
];

const files: readonly Defence[] = [
  guarded(
    'what the server writes is for its user alone',
    [['server/main.ts', 'process.umask(0o077);\n', '']],
    [
      'server/main.test.ts',
      'a server that other devices reach by plain http says so, and what it writes is for its user alone',
    ],
  ),
];

/** Secrets: neither the log nor a stolen database holds one. */
export const secretDefences: readonly Defence[] = [...logs, ...hashes, ...files, ...ids];
