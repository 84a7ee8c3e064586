import { type Defence, guarded } from './defence.ts';

const DOCTOR_SETTINGS = 'tests/integration/doctor-settings.test.ts';
const OPEN =
  'what would leave registration open beside a line that closes it ends the start, and doctor says the same';

/** The host's commands, and what tells the host of a fault. */
export const hostDefences: readonly Defence[] = [
  guarded(
    'a restore that is killed leaves a database, also where no file can have two names',
    [
      [
        'server/store/sqlite/backup/restore-backup.ts',
        '    copyWhole(file, former);\n',
        '    renameSync(file, former);\n',
      ],
    ],
    [
      'tests/integration/backup.test.ts',
      'where no file can have two names, a restore that is killed leaves the data that was there',
    ],
  ),
  {
    name: 'an export that fails leaves no file',
    patch: [
      {
        file: 'scripts/framme/export.ts',
        from: '    await rm(part, { force: true }).catch(() => undefined);\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'scripts/framme/export.test.ts',
      test: 'what fails in the middle leaves no file, and keeps its reason',
    },
  },
  guarded(
    'closed registration stays closed behind a byte-order mark',
    [['server/config/env-file.ts', '{ fatal: true }', '{ fatal: true, ignoreBOM: true }']],
    ['server/config/env-file.test.ts', 'a byte-order mark is left out'],
  ),
  guarded(
    'a command prints no escapes of a terminal',
    [['scripts/framme.ts', "error.message.replaceAll(/[^\\P{C}\\n]/gu, '?')", 'error.message']],
    [
      'tests/integration/framme.test.ts',
      'delete says how an address that begins with - is given, and prints no escapes of a terminal',
    ],
  ),
  guarded(
    'verify finds a link that leads nowhere',
    [['server/store/hosting/verify-documents.ts', '!known.has(hash)', 'hash === path']],
    ['server/store/sqlite/inspect/verify.test.ts', 'a link whose row is gone'],
  ),
  guarded(
    'verify calls nothing damaged that the server itself writes',
    [['server/store/hosting/verify.ts', 'v.union([idSchema, v.literal(SERVER_DEVICE)])', 'idSchema']],
    [
      'server/store/sqlite/inspect/verify.test.ts',
      'verify finds nothing wrong after the first look by a reader',
    ],
  ),
  guarded(
    'a backup with a foreign trigger is not restored',
    [['server/store/sqlite/backup/check-backup.ts', 'if (faults.length > 0)', 'if (faults.length > 99)']],
    [
      'server/store/sqlite/backup/damage.test.ts',
      'a backup with a trigger that its schema has not is refused by name, and nothing is touched',
    ],
  ),
  {
    name: 'a dump with a foreign trigger is not restored',
    patch: [
      {
        file: 'server/store/postgres/backup/restore-dump.ts',
        from: 'return isKnown(kind, name) ? []',
        to: "return isKnown(kind, name) || kind === 'TRIGGER' ? []",
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/backup/restore-dump.test.ts',
      test: '3346; 2620 16612 TRIGGER framme accounts evil is named',
    },
  },
  guarded(
    'a pipe in the place of the database is refused',
    [['server/store/sqlite/connection/connection.ts', '  refuseOther(file);\n  const url', '  const url']],
    ['tests/integration/host-paths.test.ts', 'a pipe in the place of the database'],
  ),
  guarded(
    'a problem of a setting repeats no password',
    [['server/config/config.ts', 'return isSecret || !isBare', 'return isSecret']],
    [
      'server/config/config.test.ts',
      'a problem of PUBLIC_URL repeats no password of an address that was put there',
    ],
  ),
  guarded(
    'a line of .env that is no setting ends the start',
    [['server/config/env-file.ts', 'problems.push(`Line ${line} of .env ${read.fault}`);', '']],
    [DOCTOR_SETTINGS, OPEN],
  ),
  guarded(
    'a setting that stands twice in .env ends the start',
    [['server/config/env-file.ts', 'if (before === undefined)', 'if (before !== read)']],
    [DOCTOR_SETTINGS, OPEN],
  ),
  guarded(
    'a setting that ran together with the line before ends the start',
    [['server/config/env-file.ts', 'return WITHIN.exec(value)?.[1];', 'return undefined;']],
    [
      'server/config/env-file.test.ts',
      '"HOST_CONTACT=geheim@example.orgREGISTRATION=closed" is a problem that repeats nothing of it',
    ],
  ),
  guarded(
    'a name like REGISTRATION ends the start',
    [
      [
        'server/config/load-config.ts',
        '  problems.push(...unknownSettings(process.env, values).refused);\n',
        '',
      ],
    ],
    [DOCTOR_SETTINGS, OPEN],
  ),
  guarded(
    'a setting holds no character that nobody sees',
    [['server/config/env-file.ts', 'character !== seen[at]', 'character === seen.at(99)']],
    [
      'server/config/env-file.test.ts',
      'HOST_NAME may hold no character that nobody sees: "\\rREGISTRATION=closed"',
    ],
  ),
  guarded(
    'settings that the running server has not read are named',
    [['scripts/framme/doctor/settings.ts', 'statSync(file).mtimeMs / 1000) > started', 'started) > started']],
    [
      DOCTOR_SETTINGS,
      'settings that were changed after the start of the service are named, with the restart that they need',
    ],
  ),
  guarded(
    'no setting trusts everybody as a proxy',
    [['server/config/network-settings.ts', 'addresses.some(isTooWide) ? TOO_WIDE : addresses', 'addresses']],
    [
      'server/config/config.test.ts',
      'TRUST_PROXY may not be "0.0.0.0/0", by which anybody could name any address',
    ],
  ),
  guarded(
    'the metrics answer no name of a foreign page',
    [['server/metrics/serve-metrics.ts', 'if (!isOwnHost(headers.host, host))', 'if (host === url)']],
    [
      'server/metrics/serve-metrics.test.ts',
      'a page of another name, which its DNS leads to 127.0.0.1, reads no metrics',
    ],
  ),
  guarded(
    'the log tells of a disk that fills up, also if nobody asks',
    [
      [
        'server/http/health.ts',
        '  const timer = setInterval(lookOrTell, diskWatchMs).unref();\n',
        '  const timer = undefined;\n',
      ],
    ],
    [
      'server/http/health.test.ts',
      'the log tells of a disk that fills up also if nobody asks, once, and again after it had room',
    ],
  ),
  guarded(
    'a start on a full disk ends with a sentence',
    [
      [
        'server/store/sqlite/sqlite.ts',
        '    if (reason === undefined) throw error;\n',
        '    if (reason !== error) throw error;\n',
      ],
    ],
    [
      'server/main.test.ts',
      'a full disk ends the start with one sentence, and the next start has what it needs',
    ],
  ),
];
