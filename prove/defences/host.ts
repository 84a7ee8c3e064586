import { type Defence, guarded } from './defence.ts';

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
        file: 'scripts/framme/write-whole.ts',
        from: '    await rm(part, { force: true }).catch(() => undefined);\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'scripts/framme/write-whole.test.ts',
      test: 'what fails in the middle leaves no file, and keeps its reason',
    },
  },
  guarded(
    'verify finds a link that leads nowhere',
    [['server/store/verify/verify-documents.ts', '!(await household.hasLinkRow(hash))', 'hash === path']],
    ['server/store/sqlite/inspect/verify.test.ts', 'a link whose row is gone'],
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
