import { type Defence, guarded } from './defence.ts';

const CALLS = 'server/export/calls.ts';
const DELETING = { project: 'integration', file: 'server/export/delete-account.test.ts' } as const;
const EXPORT = { project: 'integration', file: 'server/export/export.test.ts' } as const;
const CSV = { project: 'integration', file: 'server/export/csv.test.ts' } as const;
const EXPIRING = { project: 'integration', file: 'server/retention/expire-visits.test.ts' } as const;
const SCRUB = { project: 'integration', file: 'server/store/sqlite/scrub.test.ts' } as const;
const NOBODY = 'deletion needs a session, re-authentication and the own household';
const SCRUBBED = 'removed data is first in the log, then in split pages, and nowhere after a scrub';

/** Export and deletion: by the owner alone, with re-authentication, and without remains. */
export const exportAndDeletionDefences: readonly Defence[] = [
  {
    name: 'a deletion needs re-authentication',
    patch: [
      {
        file: CALLS,
        from: 'sessions.requireReauthentication(request)',
        to: 'sessions.requireSession(request)',
      },
    ],
    guard: { ...DELETING, test: NOBODY },
  },
  {
    name: 'a deletion needs re-authentication even shortly after the sign-in',
    patch: [
      {
        file: CALLS,
        from: 'sessions.requireReauthentication(request)',
        to: 'sessions.requireRecentAuthentication(request)',
      },
    ],
    guard: { ...DELETING, test: 'deletion needs re-authentication even right after the sign-in' },
  },
  {
    name: "a stale tab does not delete another family's account",
    patch: [
      {
        file: CALLS,
        from: "if (account.household !== household) throw new CallError('other-household');",
        to: 'if (household.length === 0) return {};',
      },
    ],
    guard: { ...DELETING, test: NOBODY },
  },
  {
    name: 'a phone is told that its account was deleted',
    patch: [
      {
        file: 'server/store/auth/register-and-delete.ts',
        from: '    await leaveDeletionMarks(transaction, uid);\n',
        to: '',
      },
    ],
    guard: {
      ...DELETING,
      test: 'deletion ends every session and live stream at once, and each phone gets account-gone',
    },
  },
  {
    name: 'a notice is checked once more before it is sent',
    patch: [
      {
        file: 'server/notices/worker.ts',
        from: 'if (!(await store.isNoticePending(id))) return;',
        to: '',
      },
    ],
    guard: {
      ...DELETING,
      test: 'a notice already taken for sending is not sent once its family is deleted',
    },
  },
  {
    name: 'the export contains no notice of another family',
    patch: [
      {
        file: 'server/store/shared/household-calls.ts',
        from: '(SELECT number FROM households WHERE id = $1) ORDER BY',
        to: '(SELECT max(household) FROM notices WHERE $1 IS NOT NULL) ORDER BY',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/export/account-part.test.ts',
      test: 'the export contains the passkey requirement, a pending e-mail and waiting notices, and no secret of a link',
    },
  },
  {
    name: 'CSV: formulas are escaped',
    patch: [
      {
        file: 'server/export/export-csv.ts',
        from: 'text.replaceAll(FORMULA, "\'")',
        to: 'text',
      },
    ],
    guard: {
      ...EXPORT,
      test: 'the CSV is in the language and time zone of the parent, and contains no formula',
    },
  },
  {
    name: 'CSV: formulas after a semicolon and a quote are escaped',
    patch: [{ file: 'server/export/export-csv.ts', from: '(?=["\\s\\p{Cf}\\p{Cc}]*[', to: '(?=\\s*[' }],
    guard: {
      ...CSV,
      test: 'a formula after a semicolon and a quote is escaped',
    },
  },
  {
    name: 'CSV: formulas after a comma are escaped',
    patch: [{ file: 'server/export/export-csv.ts', from: '(?<=^|[,;', to: '(?<=^|[;' }],
    guard: {
      ...CSV,
      test: 'a formula after a comma, a semicolon, a tab or a line end in a cell is escaped',
    },
  },
  {
    name: 'CSV: formulas after invisible characters are escaped',
    patch: [{ file: 'server/export/export-csv.ts', from: '["\\s\\p{Cf}\\p{Cc}]', to: '["\\s]' }],
    guard: { ...CSV, test: 'random cells contain no formula, whichever separator the spreadsheet uses' },
  },
  {
    name: 'the retention of a visit counts from its end, not its beginning',
    patch: [
      {
        file: 'server/retention/expire-visits.ts',
        from: 'isExpired({ open: visit.open, ended: visitLatest(visit) }, limit)',
        to: 'isExpired({ open: visit.open, ended: visitStart(visit) }, limit)',
      },
    ],
    guard: {
      ...EXPIRING,
      test: 'closed visits expire after the retention of their family, counted from their end; open visits never do',
    },
  },
  {
    name: 'deleted data is in no split page of the file',
    patch: [
      {
        file: 'server/store/sqlite/scrub.ts',
        from: "if (bytes <= largest) db.exec('VACUUM');",
        to: 'if (bytes < 0) return;',
      },
    ],
    guard: { ...SCRUB, test: SCRUBBED },
  },
  {
    name: 'deleted data is overwritten at once',
    patch: [
      {
        file: 'server/store/sqlite/connection/connection.ts',
        from: "db.exec('PRAGMA secure_delete = ON');",
        to: "db.exec('PRAGMA secure_delete = OFF');",
      },
    ],
    guard: { ...SCRUB, test: SCRUBBED },
  },
  guarded(
    'the log is emptied within a minute of a deletion',
    [
      'server/retention/retention-worker.ts',
      '    this.#isScrubWanted = true;\n    this.#isLogStale = true;\n',
      '    this.#isScrubWanted = true;\n',
    ],
    [
      'server/retention/retention-worker.test.ts',
      'within a minute of each deletion the log is truncated, or as soon as nobody reads it',
    ],
  ),
  guarded(
    'the log is emptied after the last step of a purge',
    [
      'server/retention/retention-worker.ts',
      '      this.scrubSoon();\n',
      '      this.#isScrubWanted = true;\n',
    ],
    [
      'server/retention/retention-worker.test.ts',
      'the log is truncated after the last step of a purge, also if one was truncated while it ran',
    ],
  ),
  guarded(
    'the files of a database are readable by one user alone',
    [
      ['server/store/sqlite/connection/connection.ts', "'wx', 0o600", "'wx', 0o644"],
      ['server/store/sqlite/connection/connection.ts', 'chmodSync(path, 0o600)', 'chmodSync(path, 0o644)'],
    ],
    [
      'server/store/sqlite/private-files.test.ts',
      'the files of a new database are readable by this user alone, in any folder',
    ],
  ),
  guarded(
    'the files of a database that others could read are closed',
    ['server/store/sqlite/connection/connection.ts', 'chmodSync(path, 0o600)', 'chmodSync(path, 0o644)'],
    [
      'server/store/sqlite/private-files.test.ts',
      'the files of a database that others could read are closed at the start',
    ],
  ),
];
