import { type Defence, guarded } from './defence.ts';

const EVENTS = 'server/auth/core/events/security-events.ts';
const WRITER = 'server/auth/core/events/activity-writer.ts';
const HASH = 'server/auth/core/events/security-events.ts';
const HOST_EVENT = 'server/auth/core/events/host-event.ts';
const EVENTS_TEST = 'server/auth/core/events/security-events.test.ts';

const WRONG_INDEX =
  'an index with another value than its table is told, removes no older backup, and is built anew by a restore';

const FLOODS = 'server/auth/core/events/guessing.test.ts';

const CAPS = 'server/notices/caps.ts';
const CAPS_TEST = 'server/notices/caps.test.ts';

/** Security events: what the log and the database hold of an account, and what a flood of them costs; caps of notices. */
export const eventDefences: readonly Defence[] = [
  guarded(
    'the log names an account by a keyed hash',
    [HASH, "createHmac('sha256', key).update(who).digest('base64url').slice(0, 16)", 'who'],
    [
      EVENTS_TEST,
      'each event is one line without names: its outcome, the keyed hash of the account, and the address',
    ],
  ),
  guarded(
    'the parent sees that the host exported the family',
    [HOST_EVENT, 'await activity.flush();', ''],
    [
      'server/export/by-host.test.ts',
      'the host exports what the parent could, of that family alone; it is logged, and the parent sees it',
    ],
  ),
  guarded(
    'a deletion by the host asks to be sure',
    ['scripts/framme/delete.ts', 'if (!values.yes)', 'if (false)'],
    [
      'server/export/by-host.test.ts',
      'the host deletes one family beside a running server: its phones hear it, and the other stays',
    ],
  ),
  guarded(
    'a backup is for its user alone',
    [
      ['server/store/hosting/backup-files.ts', "'wx', 0o600", "'wx', 0o666"],
      ['scripts/framme.ts', 'process.umask(0o077);', ''],
    ],
    [
      'tests/integration/backup.test.ts',
      'a backup beside a server that writes holds all that was acknowledged before it began',
    ],
  ),
  guarded(
    'a backup is read before it gets its name',
    ['server/store/sqlite/backup/write-backup.ts', '    checkPages(part);\n', ''],
    [
      'server/store/sqlite/backup/damage.test.ts',
      'an entry of an index without a row in the database leaves no backup that looks whole',
    ],
  ),
  guarded(
    'an index that does not match its table is told by a backup',
    [
      'server/store/sqlite/backup/write-backup.ts',
      'const marked = markWrongIndex(written.file);',
      'const marked = written.file;',
    ],
    ['server/store/sqlite/backup/damage.test.ts', WRONG_INDEX],
  ),
  guarded(
    'a restore builds indexes anew that do not match their tables',
    [
      'server/store/sqlite/backup/restore-backup.ts',
      'if (indexFault !== undefined) rebuildIndexes(db, backup);',
      'if (indexFault === backup) rebuildIndexes(db, backup);',
    ],
    ['server/store/sqlite/backup/damage.test.ts', WRONG_INDEX],
  ),
  guarded(
    'a restore refuses while a server runs',
    [
      'server/store/sqlite/backup/restore-backup.ts',
      "const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));",
      'const unlock = () => resolve(lockFolder.name);',
    ],
    [
      'tests/integration/backup.test.ts',
      'restore puts a backup in the place of a stopped server, which then has another epoch, and keeps what was there',
    ],
  ),
  {
    name: 'a pooler in transaction mode is refused at the start',
    patch: [
      {
        file: 'server/store/postgres/connection/pooler.ts',
        from: 'if (!(await isPooled(address))) return;',
        to: 'if (address) return;',
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/connection/pooler.test.ts',
      test: 'a pooler in transaction mode is found, and refused with a sentence',
    },
  },
  {
    name: 'the password of the database is on no command line',
    patch: [
      {
        file: 'server/store/postgres/backup/dump.ts',
        from: '`--file=${part}`, databaseOf(address)]',
        to: '`--file=${part}`, databaseOf(address) && address]',
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/backup/backup.test.ts',
      test: 'the password is on no command line, and a dump that fails leaves nothing and says why',
    },
  },
  guarded(
    'a flood of refused requests is one line of the log a minute',
    [EVENTS, "if (outcome !== 'limited' && outcome !== 'refused') return 0;", 'if (outcome) return 0;'],
    [EVENTS_TEST, 'a flood of limited log-ins is one line a minute, with the number of those left out'],
  ),
  guarded(
    'an address that guesses links or invitations is in the log',
    ['server/auth/core/limits/limits.ts', 'if (error instanceof CallError) onGuessing(request);', ''],
    [
      FLOODS,
      'an address that guesses links to a visit is one line a minute, and one that misses now and then none',
    ],
  ),
  guarded(
    'an address that calls without a session is in the log',
    ['server/app.ts', "if (code === 'not-signed-in') events", "if (code === 'internal') events"],
    [
      FLOODS,
      'calls without a session are one line a minute for an address, with the number of those left out',
    ],
  ),
  guarded(
    'an account that calls for the data of another family is in the log',
    ['server/app.ts', 'if (uid !== undefined && DENIALS.includes(code))', 'if (uid === code)'],
    [
      FLOODS,
      'a call for what belongs to another family is a line with the account that made it, and one for the own is none',
    ],
  ),
  guarded(
    'a failed log-in writes nothing that tells if the e-mail has an account',
    [WRITER, 'this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();', 'void this.flush();'],
    [
      EVENTS_TEST,
      'neither the reply to a failed log-in nor the database in that moment tells if the e-mail has an account',
    ],
  ),
  guarded(
    'a parent sees the activity of the own account alone',
    [
      'server/store/auth/activity.ts',
      'FROM activity WHERE uid = $1 AND expires_at > $2',
      'FROM activity WHERE length($1) > 0 AND expires_at > $2',
    ],
    [EVENTS_TEST, 'a parent sees what happened to the own account, and nobody else does'],
  ),
  guarded(
    'the log holds an IPv6 address only as its network',
    ['server/auth/core/limits/address-groups.ts', 'return addressGroups(ip)[0].group;', 'return `${ip}`;'],
    [
      'server/auth/core/events/fail2ban.test.ts',
      'the documented filter for fail2ban finds the addresses that fail, and no others',
    ],
  ),
  guarded(
    'a household sends no more notices in a day than its cap',
    [CAPS, 'isWithin(household, 1) &&', ''],
    [CAPS_TEST, 'a household sends half of a day at once, to many recipients'],
  ),
  guarded(
    'a recipient gets a part of the notices of a household',
    [CAPS, 'isWithin(pair, PART_OF_PAIR) &&', ''],
    [
      CAPS_TEST,
      'one recipient gets a fifth of it, however the number is typed, and a user id is a family’s own',
    ],
  ),
  guarded(
    'many accounts together do not flood a telephone number',
    [CAPS, '(number === pair ||', '(number !== to || number === to ||'],
    [CAPS_TEST, 'many accounts together do not flood a number, and do not silence another family'],
  ),
  guarded(
    'a flood of notices to a number does not silence another family',
    [CAPS, ' ||\n        isWithin(pair, PART_OF_PAIR, PART_OF_ONE_FAMILY)', ''],
    [CAPS_TEST, 'many accounts together do not flood a number, and do not silence another family'],
  ),
  guarded(
    'due notices are taken round-robin over households',
    [
      'server/store/sqlite/household/notice-queue.ts',
      'ORDER BY row_number() OVER (PARTITION BY household ORDER BY due_at, id), due_at, id',
      'ORDER BY due_at, id',
    ],
    [
      'server/store/sqlite/sqlite.test.ts',
      'due notices are taken round-robin over households, however many one of them queued before',
    ],
  ),
  {
    name: 'marks that nobody sees do not pass in names',
    patch: [
      {
        file: 'domain/fields.ts',
        from: 'withoutInvisibleMarks(text.replace(BREAKS, lineBreak)',
        to: '(text.replace(BREAKS, lineBreak)',
      },
    ],
    guard: {
      project: 'unit',
      file: 'domain/fields.test.ts',
      test: 'go where nobody sees them: "E\u200blla"',
    },
  },
  guarded(
    'the line of a notice quotes its fields',
    [
      'server/notices/channel.ts',
      'JSON.stringify(withoutInvisibleMarks(field))',
      '`"${withoutInvisibleMarks(field)}"`',
    ],
    ['server/notices/notices.test.ts', 'no name and no user id can look like another field or another line'],
  ),
];
