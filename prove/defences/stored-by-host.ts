import { type Defence, guarded } from './defence.ts';

const NOTICES = 'server/notices/notices.test.ts';
const CHANNEL = 'server/notices/channel.ts';
const STORED = 'tests/integration/stored-output.test.ts';
const MASKED = [NOTICES, 'masked lines show neither a whole name nor a whole number'] as const;
const RETENTION = 'server/store/hosting/backup-retention.ts';
const KEPT = [
  'server/store/hosting/backup-retention.test.ts',
  '--keep leaves the last backup from before each migration for 90 days, beside those that it counts',
] as const;

/** The journal, backups, metrics and printed lines stay on the host's machine beside the data. */
export const storedByHostDefences: readonly Defence[] = [
  guarded(
    'notices that are turned off leave no line',
    [[CHANNEL, "  if (shows === 'off') return async () => undefined;\n", '']],
    [NOTICES, 'without lines on the console nothing is printed, and no notice is left waiting'],
  ),
  guarded(
    'a masked line holds no whole name',
    [[CHANNEL, "quoted(rest.length > 0 ? `${first}…` : '…')", 'quoted(first + rest.join(""))']],
    MASKED,
  ),
  guarded(
    'a masked line holds no whole number',
    [[CHANNEL, "quoted(digits.length > 5 ? `…${digits.slice(-2)}` : '…')", 'quoted(digits)']],
    MASKED,
  ),
  guarded(
    'the unit of the server lets no name into the journal',
    [['deploy/systemd/framme.service', 'Environment=CONSOLE_NOTICES=off\n', '']],
    [
      STORED,
      'a bare start prints a notice, and with the unit of systemd no name and no number gets into the journal',
    ],
  ),
  guarded(
    'no compose file lets a name into the output that the engine keeps',
    [['deploy/compose.postgres.yaml', '    CONSOLE_NOTICES: ${CONSOLE_NOTICES:-off}\n', '']],
    [STORED, 'each server of a compose file, and the image alone, prints no notices unless it is asked to'],
  ),
  guarded(
    'a line of the log has a priority in the journal alone',
    [['server/process/journal.ts', 'JOURNAL_STREAM === `${dev}:${ino}`', 'dev !== ino']],
    [STORED, 'each line of the log bears its level in the journal, and none elsewhere'],
  ),
  guarded(
    '--keep leaves the backup from before a migration',
    [[RETENTION, ' && !kept.has(file) && isOneOf(file)', ' && isOneOf(file)']],
    KEPT,
  ),
  guarded(
    'a backup from before a migration is not kept for ever',
    [[RETENTION, 'Date.now() - begunAt(file) < BEFORE_MIGRATION_MS', 'begunAt(file) > 0']],
    KEPT,
  ),
  guarded(
    'a migration leaves the backup from before the one that was before it',
    [[RETENTION, 'file !== written && !kept.has(file)) rmSync', 'file !== written) rmSync']],
    [
      'server/store/hosting/backup-retention.test.ts',
      'a migration leaves the backup from before the one of last month, and none that is older than 90 days',
    ],
  ),
  guarded(
    'mail-test never repeats the password',
    [['scripts/framme/mail-test.ts', "login ? line.replaceAll(login.password, '…') : line", 'line']],
    [
      'tests/integration/mail-test.test.ts',
      'a refusal of the mail server is told in its words, and the password never',
    ],
  ),
  guarded(
    'a backup with a wrong index is no whole one in the metrics',
    [['server/store/hosting/backups.ts', '.find((file) => !hasWrongIndex(file))', '.at(0)']],
    [
      'server/metrics/metrics.test.ts',
      'version, schema, families, free disk and the age of the newest whole backup are told',
    ],
  ),
  guarded(
    'no metric has a name that Prometheus complains of',
    [
      [
        'server/metrics/metrics.ts',
        '    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);\n',
        '',
      ],
    ],
    ['server/metrics/metrics.test.ts', 'every name is one that Prometheus takes without a complaint'],
  ),
];
