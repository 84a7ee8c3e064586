import { loadConfig } from '#server/config/load-config.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { fileFault } from '#server/process/files.ts';
import { describeError } from '#server/process/log.ts';
import { writeError } from '#server/process/systemd-journal.ts';
import { VERSION } from '#server/process/version.ts';
import { BackupFailed } from '#server/store/ports/backups.ts';
import { CannotOpenStore, StoreUnavailable } from '#server/store/ports/store.ts';
import {
  type AdminCommand,
  adminCommand,
  type BareCommand,
  CommandFailed,
  parseCommandLine,
} from './framme/admin-command.ts';

/** Most of a start is loading, so a command is loaded when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<AdminCommand | BareCommand>>> = {
  doctor: async () => (await import('./framme/doctor.ts')).doctor,
  accounts: async () => (await import('./framme/accounts.ts')).accounts,
  stats: async () => (await import('./framme/stats.ts')).stats,
  'mail-test': async () => (await import('./framme/mail-test.ts')).mailTest,
  backup: async () => (await import('./framme/backup.ts')).backup,
  restore: async () => (await import('./framme/restore.ts')).restore,
  move: async () => (await import('./framme/move.ts')).move,
  invite: async () => (await import('./framme/sign-in-links.ts')).invite,
  'recovery-link': async () => (await import('./framme/sign-in-links.ts')).recoveryLink,
  'refuse-links': async () => (await import('./framme/refuse-links.ts')).refuseLinks,
  restored: async () => (await import('./framme/while-stopped.ts')).restored,
  'renew-push-key': async () => (await import('./framme/while-stopped.ts')).renewPushKey,
  export: async () => (await import('./framme/families.ts')).exportCommand,
  delete: async () => (await import('./framme/families.ts')).deleteCommand,
  verify: async () => (await import('./framme/verify.ts')).verify,
  migrate: async () => (await import('./framme/while-stopped.ts')).migrate,
  version: async () => version,
};

const version = adminCommand({
  summary: 'Prints the version of Framme, of Node and of SQLite.',
  async runBare() {
    const { node, sqlite } = process.versions;
    process.stdout.write(`Framme ${VERSION} (Node ${node}, SQLite ${sqlite})\n`);
  },
});

/** Files that a command writes are for this user alone. */
process.umask(0o077);

async function help(): Promise<string> {
  const commands = Object.entries(COMMANDS).map(async ([name, load]) => {
    const { usage = '', summary } = await load();
    return [`${name} ${usage}`, `    ${summary}`];
  });
  return [
    `Usage: ${FRAMME} <command>`,
    '',
    ...(await Promise.all(commands)).flat(),
    '',
    'It reads the settings of the server from .env and the environment, and may run beside the server unless it says otherwise.',
    '<command> --help tells more of one. Exit codes: 0 done, 1 failed or faults found, 2 not understood.',
    '',
  ].join('\n');
}

function helpOf(name: string, { usage = '', summary, details = [] }: AdminCommand | BareCommand): string {
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
  if (name === 'help' || name === '--help' || name === '-h') return void process.stdout.write(await help());
  if (name === undefined) throw new CommandFailed(await help(), 2);
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (!command)
    throw new CommandFailed(`There is no command ${JSON.stringify(name)}. ${FRAMME} help lists them.`, 2);
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(helpOf(name, command));
  if ('runBare' in command) return command.runBare(parseCommandLine(name, command, args).values);
  const config = loadConfig();
  if (Array.isArray(config))
    throw new CommandFailed(['Correct these settings:', ...config.map((line) => `- ${line}`)].join('\n'));
  try {
    const { values, positionals } = parseCommandLine(name, command, args);
    await command.run(config, values, positionals);
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
