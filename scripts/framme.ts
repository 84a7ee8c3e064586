import { loadConfig } from '#server/config/load-config.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { fileFault } from '#server/process/files.ts';
import { describeError } from '#server/process/log.ts';
import { writeError } from '#server/process/systemd-journal.ts';
import { BackupFailed } from '#server/store/ports/backups.ts';
import { CannotOpenStore, StoreUnavailable } from '#server/store/ports/store.ts';
import { accounts } from './framme/accounts.ts';
import { type AdminCommand, type BareCommand, CommandFailed } from './framme/admin-command.ts';
import { backup } from './framme/backup.ts';
import { deleteCommand } from './framme/delete.ts';
import { doctor } from './framme/doctor.ts';
import { exportCommand } from './framme/export.ts';
import { invite } from './framme/invite.ts';
import { mailTest } from './framme/mail-test.ts';
import { migrate } from './framme/migrate.ts';
import { move } from './framme/move.ts';
import { recoveryLink } from './framme/recovery-link.ts';
import { refuseLinks } from './framme/refuse-links.ts';
import { renewPushKey } from './framme/renew-push-key.ts';
import { restore } from './framme/restore.ts';
import { restored } from './framme/restored.ts';
import { stats } from './framme/stats.ts';
import { verify } from './framme/verify.ts';
import { version } from './framme/version.ts';

const COMMANDS: Readonly<Record<string, AdminCommand | BareCommand>> = {
  doctor,
  accounts,
  stats,
  'mail-test': mailTest,
  backup,
  restore,
  move,
  invite,
  'recovery-link': recoveryLink,
  'refuse-links': refuseLinks,
  restored,
  'renew-push-key': renewPushKey,
  export: exportCommand,
  delete: deleteCommand,
  verify,
  migrate,
  version,
};

/** Files that a command writes are for this user alone. */
process.umask(0o077);

const HELP = [
  `Usage: ${FRAMME} <command>`,
  '',
  ...Object.entries(COMMANDS).flatMap(([name, { usage, summary }]) => [`${name} ${usage}`, `    ${summary}`]),
  '',
  'It reads the settings of the server from .env and the environment, and may run beside the server unless it says otherwise.',
  '<command> --help tells more of one. Exit codes: 0 done, 1 failed or faults found, 2 not understood.',
  '',
].join('\n');

function helpOf(name: string, { usage, summary, details = [] }: AdminCommand | BareCommand): string {
  return [`Usage: ${FRAMME} ${name} ${usage}`.trimEnd(), '', summary, ...details, ''].join('\n');
}

/** With SQLite's message or PostgreSQL's code. */
function unavailable({ cause, message }: StoreUnavailable): string {
  const { errstr, code } = (cause ?? {}) as { errstr?: string; code?: string };
  const reason = errstr ?? code ?? (cause instanceof Error ? cause.message : message);
  return `The database does not answer, or takes nothing, just now (${reason}). Let it come back, or make room, then run the command again.`;
}

/** Throws CommandFailed. */
async function run([name, ...args]: readonly string[]): Promise<void> {
  if (name === 'help' || name === '--help' || name === '-h') return void process.stdout.write(HELP);
  if (name === undefined) throw new CommandFailed(HELP, 2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new CommandFailed(`There is no command ${JSON.stringify(name)}. ${FRAMME} help lists them.`, 2);
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(helpOf(name, command));
  if ('runBare' in command) return command.runBare(args);
  const config = loadConfig();
  if (Array.isArray(config))
    throw new CommandFailed(['Correct these settings:', ...config.map((line) => `- ${line}`)].join('\n'));
  try {
    await command.run(args, config);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    if (error instanceof CannotOpenStore || error instanceof BackupFailed)
      throw new CommandFailed(error.message);
    if (error instanceof StoreUnavailable) throw new CommandFailed(unavailable(error));
    const fault = fileFault(error) ?? JSON.stringify(describeError(error));
    throw new CommandFailed(`The command failed: ${fault}`);
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  const { exitCode } = error;
  // A command-line argument may contain terminal escapes.
  const message = error.message.replaceAll(/[^\P{C}\n]/gu, '?');
  // Flushes earlier output, then exits: a silent connection must not keep the command alive.
  process.stdout.write('', () => writeError(message, () => process.exit(exitCode)));
}
