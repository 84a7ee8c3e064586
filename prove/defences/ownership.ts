import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { type Defence, guarded } from './defence.ts';

const OWN_DATA = 'server/export/calls.ts';
const EXPORT = 'server/export/export.test.ts';
const KNOWN = '(await store.people(household, undefined, 1000)).changes.length > 0';
const ENDED = {
  project: 'integration',
  file: 'tests/integration/strange-cookies.test.ts',
  test: 'an ended or expired session is refused by every call',
} as const;

const SAME_IDS = [
  'server/store/sqlite/sqlite.test.ts',
  'two households with the same ids each have their own documents and outcomes, and remove their own',
] as const;

/** The edit that makes the exports public. */
const EXPORTS_OF_ANYBODY = [
  [
    OWN_DATA,
    'await sessions.requireAccount(request)',
    'Object.assign(await sessions.requireAccount(request), request.query)',
  ],
] as const;

const values: readonly Defence[] = [
  guarded(
    'SQL in a value: an e-mail',
    [
      [
        'server/store/auth/accounts.ts',
        'accountByEmail: (emailKey) => database.one(byEmail, emailKey)',
        "accountByEmail: (key) => database.one({ ...byEmail, text: `${ACCOUNT} WHERE email_key = '${key}'` })",
      ],
    ],
    [
      'server/sync/hostile-values.test.ts',
      "'or'1'--@example.org matches no account until it is registered, and then only its own",
    ],
  ),
  guarded(
    'SQL in a value: a name',
    [
      [
        'server/store/sqlite/household/save.ts',
        '    if (isVisitPath(path)) {\n',
        "    if (document) db.exec(`SELECT '${JSON.stringify(document)}'`);\n    if (isVisitPath(path)) {\n",
      ],
    ],
    [
      'server/sync/hostile-values.test.ts',
      "'; DROP TABLE documents; -- is stored as a name, without any other effect",
    ],
  ),
];

const ids: readonly Defence[] = [
  guarded(
    "another family's ids: a command finds none of them",
    [
      [
        'server/store/sqlite/household/load.ts',
        'FROM people WHERE household = ?1 AND path',
        'FROM people WHERE ?1 IS NOT NULL AND path',
      ],
    ],
    [
      'server/sync/ownership.test.ts',
      'checkIn with the ids of another household answers exactly as with unknown ids and changes nothing there',
    ],
  ),
  ...[
    ['a visit is not found', 'load.ts', 'WHERE id = ? AND household = ?', 'WHERE id = ? AND ? IS NOT NULL'],
    ['a visit is not closed', 'save.ts', 'WHERE id = ? AND household = ?', 'WHERE id = ? AND ? IS NOT NULL'],
    [
      'an outcome is not found',
      'household-row.ts',
      'WHERE household = ? AND op = ?',
      'WHERE ? IS NOT NULL AND op = ?',
    ],
  ].map(([what, file, from, to]) =>
    guarded(
      `another family's ids: ${what} by them`,
      [[`server/store/sqlite/household/${file}`, `${from}`, `${to}`]],
      SAME_IDS,
    ),
  ),
  guarded(
    "another family's ids: a sync does not reveal that they exist",
    [
      [
        'server/sync/sync.ts',
        "if (household !== message.household) throw new CallError('other-household');",
        "if (household !== message.household) throw new CallError((await store.people(message.household, undefined, 1000)).changes.length > 0 ? 'other-household' : 'not-found');",
      ],
    ],
    [
      'server/sync/ownership.test.ts',
      'a sync for an unknown household is answered like one for another household',
    ],
  ),
  guarded(
    "another family's ids: a deletion does not reveal that they exist",
    [
      [
        OWN_DATA,
        "household !== household) throw new CallError('other-household')",
        `household !== household) throw new CallError(${KNOWN} ? 'other-household' : 'not-found')`,
      ],
    ],
    [
      'server/export/delete-account.test.ts',
      'deletion needs a session, re-authentication and the own household',
    ],
  ),
  guarded(
    "another family's ids: their devices cannot be signed out",
    [
      [
        'server/store/auth/sessions.ts',
        'DELETE FROM sessions WHERE uid = $1 AND id = $2',
        'DELETE FROM sessions WHERE $1 IS NOT NULL AND id = $2',
      ],
    ],
    ['server/auth/endpoints/devices.test.ts', 'only the family itself can see, name or sign out its devices'],
  ),
  ...(['everything', 'visits'] as const).map((name) =>
    guarded(`another family's ids: their export of ${name} is not served`, EXPORTS_OF_ANYBODY, [
      EXPORT,
      `${EXPORT_PATHS[name]} needs a session, contains only the own household, and is not cached`,
    ]),
  ),
];

const sessions: readonly Defence[] = [
  {
    ...guarded(
      'a session that ended is not accepted',
      [
        [
          'server/auth/core/sessions/sessions.ts',
          'if (hash !== undefined) await endByHash(hash);',
          'void hash;',
        ],
      ],
      ['', ''],
    ),
    guard: ENDED,
  },
  {
    ...guarded(
      'a session that expired is not accepted',
      [
        [
          'server/store/sqlite/auth/database.ts',
          'JOIN accounts USING (uid) WHERE token_hash = ? AND expires_at > ?',
          'JOIN accounts USING (uid) WHERE token_hash = ? AND ? IS NOT NULL',
        ],
      ],
      ['', ''],
    ),
    guard: ENDED,
  },
  guarded(
    'an added sign-in method is mailed to the address of the account',
    [
      [
        'server/auth/passkeys/add.ts',
        "    mail.sendNotice('signInMethodsChanged', account, reply);\n",
        '    void [mail, reply];\n',
      ],
    ],
    [
      'server/auth/mail/sign-in-methods-mail.test.ts',
      'every change of the sign-in methods is mailed, in words of its own if it takes one away',
    ],
  ),
  guarded(
    'attempts are stored, not counted in memory',
    [
      [
        'server/auth/core/limits/limits.ts',
        'store.attempt(key, now(), limit);',
        '{ const of = ((store as any).here ??= new Map()); of.set(key, 1 + (of.get(key) ?? 0)); return Promise.resolve(of.get(key) > limit.burst ? now() : 0); };',
      ],
    ],
    ['server/auth/core/limits/forged-address.test.ts', 'attempts are still counted after a restart'],
  ),
];

/** Ownership: ids of another household or of a deleted one, sessions that ended, and SQL values. */
export const ownershipDefences: readonly Defence[] = [...values, ...ids, ...sessions];
