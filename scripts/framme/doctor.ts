import { loadConfig } from '#server/config/load-config.ts';
import { adminCommand, CommandFailed, print } from './admin-command.ts';
import { checkAddress } from './doctor/address.ts';
import { type Check, checksOf } from './doctor/check.ts';
import { checkPush } from './doctor/check-push.ts';
import { checkNotices, checkSettings } from './doctor/check-settings.ts';
import { checkBackups, checkDataFolder, checkMachine } from './doctor/machine.ts';
import { checkServer } from './doctor/server.ts';
import { checkDatabase, checkMail } from './doctor/services.ts';

export const doctor = adminCommand({
  usage: '[--backups <folder>] [--json]',
  options: { backups: { type: 'string' }, json: { type: 'boolean' } },
  summary:
    'Looks at settings, runtime, disk, clock, database, mail, push, proxy and backups, and says what to do.',
  details: [
    'Each line is ok, a warning or a problem; the exit code is 1 if there is a problem. It changes and sends nothing.',
    '--json prints one object with all checks: name, state, says, and remedy if it is not ok.',
  ],
  async runBare({ backups, json }) {
    const checks = await examine(backups);
    print(json, { checks }, checks.map(lineOf).join('\n'));
    const problems = checks.filter(({ state }) => state === 'problem').length;
    if (problems > 0)
      throw new CommandFailed(`There ${problems === 1 ? 'is 1 problem' : `are ${problems} problems`}.`);
  },
});

async function examine(backups: string | undefined): Promise<Check[]> {
  const { ok, problem } = checksOf('settings');
  const config = loadConfig();
  const alone = [...checkSettings(), ...checkMachine()];
  if (Array.isArray(config)) return [...config.map((says) => problem(`${says}.`, 'Correct it.')), ...alone];
  const server = Array.fromAsync(checkServer(config));
  const asked = await Promise.all([
    Array.fromAsync(checkDatabase(config)),
    checkMail(config),
    Array.fromAsync(checkPush(config)),
    server,
    // A server that is still starting answers at its address only afterwards.
    server.then(() => Array.fromAsync(checkAddress(config))),
  ]);
  return [
    ok('All settings can be read.'),
    ...alone,
    ...checkNotices(config),
    ...checkDataFolder(config),
    ...asked.flat(),
    ...checkBackups(config, backups),
  ];
}

const MARKS = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' };

function lineOf({ name, state, says, remedy }: Check): string {
  return `${MARKS[state]} ${name}: ${says}${remedy === undefined ? '' : ` ${remedy}`}`;
}
