import { type Defence, guarded } from './defence.ts';

const APP = 'server/app.ts';
const HEADERS = 'server/pages/headers.ts';
const COOKIE = 'server/auth/core/sessions/cookie.ts';

const LIMITED = [
  'server/http/hostile-requests.test.ts',
  'bodies have a limit: 64 kB, for a sync 1 MB',
] as const;
const COSTS = 'server/http/request-cost.test.ts';
const UNPARSED = [COSTS, 'a sync without a session is refused before its body is parsed'] as const;
const COUNTED = [COSTS, 'a message of more values than any has is refused, whatever its texts hold'] as const;
const EVERY_REPLY = [
  'server/pages/headers.test.ts',
  'every reply carries the security headers, and data is not cached',
] as const;
const LITTLE = [
  'server/pages/headers.test.ts',
  'a page may do little, and what is data may do nothing as a page',
] as const;
const HERE = [
  'server/auth/core/sessions/sessions.test.ts',
  'without https the session cookie is HttpOnly, SameSite=Lax and lasts half a year',
] as const;
const BEHIND_HTTPS = [
  'server/auth/core/sessions/sessions.test.ts',
  'behind https the session cookie is Secure with the __Host- prefix, and the plain name is ignored',
] as const;
const connectionClosed = (what: string) =>
  [
    'server/http/slow-requests.test.ts',
    `${what}: the connection is closed, and others are answered meanwhile`,
  ] as const;
const refused = (type: string) =>
  ['server/http/hostile-requests.test.ts', `a body of type ${type} is refused by every call`] as const;
const anyType = (type: string) =>
  [
    ['server/http/json-body.ts', "Parser('application/json',", `Parser(['application/json', '${type}'],`],
  ] as const;

const requests: readonly Defence[] = [
  guarded(
    'bodies are limited to 64 kB',
    [[APP, 'bodyLimit: LARGEST_BODY', 'bodyLimit: 99 * LARGEST_BODY']],
    LIMITED,
  ),
  guarded(
    'a sync is limited to 1 MB',
    [['server/sync/sync.ts', 'bodyLimit: LARGEST_SYNC', 'bodyLimit: 99 * LARGEST_SYNC']],
    LIMITED,
  ),
  guarded(
    'nobody without a session has a sync parsed',
    [['server/sync/sync.ts', 'onRequest: gate.enter, ', '']],
    UNPARSED,
  ),
  guarded(
    'the values of a message are counted before they are built',
    [['server/http/json-body.ts', ' || values > MAX_VALUES', '']],
    COUNTED,
  ),
  guarded(
    'time limits: of a request',
    [[APP, 'requestTimeout: requestTimeoutMs', 'requestTimeout: 0']],
    connectionClosed('a body that comes slowly'),
  ),
  guarded(
    'time limits: of a body, not only of the headers',
    [[APP, 'headersTimeout: requestTimeoutMs,\n', '']],
    connectionClosed('half a body'),
  ),
  guarded(
    'time limits: of headers',
    [
      [APP, 'requestTimeout: requestTimeoutMs', 'requestTimeout: 0'],
      [APP, 'headersTimeout: requestTimeoutMs,\n', ''],
    ],
    connectionClosed('headers that never end'),
  ),
  guarded(
    'stalled readers are dropped',
    [
      [
        'server/live/event-stream.ts',
        'if (this.#response.writableLength > MOST_UNREAD) this.drop();\n    else ',
        '',
      ],
    ],
    [
      'server/live/live-streams.test.ts',
      'a stalled reader is dropped instead of buffered, and resumes where it was',
    ],
  ),
  guarded('only JSON is accepted: no text', anyType('text/plain'), refused('text/plain')),
  guarded(
    'only JSON is accepted: no form',
    anyType('application/x-www-form-urlencoded'),
    refused('application/x-www-form-urlencoded'),
  ),
  {
    ...guarded(
      'no write by GET',
      [
        [
          'server/http/register-call.ts',
          '      method,\n      url',
          // Fastify refuses a second handler for GET of a path that has such a call.
          "    method: Object.values(calls).some((one) => one.path === path && one.method === 'GET') ? method : ['GET', method],\n      url",
        ],
        [
          'server/http/register-call.ts',
          "method === 'GET' ? {} : request.body",
          'request.body ?? request.query ?? {}',
        ],
      ],
      ['', ''],
    ),
    guard: {
      project: 'integration',
      file: 'tests/integration/reading-changes-nothing.test.ts',
      test: 'GET and HEAD of every address change nothing, with any query or header',
    },
  },
];

const replies: readonly Defence[] = [
  guarded(
    'content security policy: no inline script',
    [[HEADERS, 'scriptSrc: ["\'self\'"]', 'scriptSrc: ["\'self\'", "\'unsafe-inline\'"]']],
    LITTLE,
  ),
  guarded(
    'content security policy: no inline style',
    [[HEADERS, 'styleSrc: ["\'self\'"]', 'styleSrc: ["\'self\'", "\'unsafe-inline\'"]']],
    LITTLE,
  ),
  guarded(
    'content security policy: no page in a frame',
    [[HEADERS, '  frameAncestors: ["\'none\'"],\n', '']],
    LITTLE,
  ),
  guarded(
    'no content sniffing: a file is what its type says',
    [[HEADERS, "xFrameOptions: { action: 'deny' }", 'xContentTypeOptions: false']],
    EVERY_REPLY,
  ),
  guarded(
    'data is not framed, and loads nothing',
    [[HEADERS, `"default-src 'none';frame-ancestors 'none'"`, `"default-src 'self'"`]],
    LITTLE,
  ),
  guarded('data is not sniffed', [[HEADERS, "  'x-content-type-options',\n", '']], EVERY_REPLY),
  guarded('no Referer', [[HEADERS, "policy: 'no-referrer'", "policy: 'unsafe-url'"]], EVERY_REPLY),
  guarded(
    'Strict-Transport-Security behind https',
    [[HEADERS, 'strictTransportSecurity: isHttps && {', 'strictTransportSecurity: !isHttps && {']],
    ['server/pages/headers.test.ts', 'behind https a reply sets Strict-Transport-Security'],
  ),
  guarded('cookie: HttpOnly', [[COOKIE, 'httpOnly: true', 'httpOnly: false']], HERE),
  guarded('cookie: SameSite', [[COOKIE, "sameSite: 'lax'", "sameSite: 'none'"]], HERE),
  guarded('cookie: Secure', [[COOKIE, "'lax', secure }", "'lax', secure: false }"]], BEHIND_HTTPS),
  guarded('cookie: __Host-', [[COOKIE, '`__Host-${plainName}`', 'plainName']], BEHIND_HTTPS),
  guarded(
    'the reply to what is no HTTP bears the security headers',
    [
      'server/app.ts',
      '    clientErrorHandler: refuseMalformed(headers),\n',
      '    clientErrorHandler: refuseMalformed({}),\n',
    ],
    ['server/http/malformed-requests.test.ts', 'the reply to no HTTP at all bears the security headers'],
  ),
  guarded(
    'the reply to a request without a Host bears the security headers',
    ['server/app.ts', '      requireHostHeader: false,\n', ''],
    ['server/http/malformed-requests.test.ts', 'the reply to no Host bears the security headers'],
  ),
];

/** HTTP: checks of every request, and the security headers of every reply. */
export const httpDefences: readonly Defence[] = [...requests, ...replies];
