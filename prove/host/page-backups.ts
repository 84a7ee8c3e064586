import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure } from './claim.ts';
import { EmptyServer } from './empty-server.ts';
import { blocksOf } from './page-blocks.ts';
import type { PageRun } from './page-run.ts';
import { answers, install, trustCaddy } from './page-start.ts';
import { startOtherMachine } from './surroundings.ts';

const NEWEST = '$(ls /var/lib/framme/backups/framme-*.db | tail -n 1)';

export async function backup({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('/var/lib/framme/backups/framme-'), said);
}

/** The backup of each night, by the service that its timer starts. */
export async function timed({ server }: PageRun, command: string): Promise<void> {
  const before = await server.root('ls /var/lib/framme/backups | wc -l');
  const said = await server.root(command);
  const after = await server.root('ls /var/lib/framme/backups | wc -l');
  ensure(Number(after) === Number(before) + 1, said);
  ensure(/^-rw-{7} 1 framme framme /m.test(said), said);
}

/** Makes the keys in the plain user's home, which stands in for the machine at home. */
export async function makeKeys({ server }: PageRun, command: string): Promise<void> {
  await server.root('apt-get install --yes --no-install-recommends age', { online: true });
  await server.plain(command, { cwd: '/home/host' });
  await server.root('cp /home/host/backup.pub /root/');
}

/** The other machine's user is made as the page says, with a password. */
export async function otherMachine({ server }: PageRun, command: string): Promise<void> {
  await startOtherMachine(server);
  await server.root(command, { input: 'password\npassword\n\n\n\n\n\ny\n' });
}

/** Root's key is copied to that user by the password, which ssh asks from a program as there is no terminal. */
export async function send({ server }: PageRun, command: string): Promise<void> {
  const askpass = '/tmp/askpass';
  await server.root(`printf '#!/bin/sh\necho password\n' > ${askpass} && chmod 755 ${askpass}`);
  await server.root(command, { env: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' } });
  const decrypt = 'age --decrypt --identity /home/host/backup.key /home/framme-backup/framme-*.age';
  await server.root(`${decrypt} | cmp - "${NEWEST}"`);
}

/** Checks that all from before the newest backup is there, and nothing that came after it. */
export async function restore({ server }: PageRun, command: string): Promise<void> {
  server.register('later@example.org');
  await server.root(command);
  await answers(server);
  const here = [server.look('anna@example.org'), server.look('later@example.org')];
  ensure(here.join() === 'Ella,no account', `after the restore: ${here}`);
}

/** Restores on another machine, where install.md was followed, a file that lies in root's home. */
export async function moveHouse(run: PageRun, command: string): Promise<void> {
  const { server, folder } = run;
  const other = await EmptyServer.start(server.release, join(folder, 'another-machine'));
  try {
    const [, unpacking = '', ...rest] = blocksOf('install.md').slice(0, 5);
    await install({ ...run, server: other }, unpacking);
    for (const each of rest) await other.root(each);
    const file = (await server.root(`basename "${NEWEST}"`)).trim();
    copyFileSync(server.chroot.path(`/var/lib/framme/backups/${file}`), other.chroot.path(`/root/${file}`));
    ensure(/^file=framme-2026\S+$/m.test(command), 'The page names no file.');
    await other.root(command.replace(/^file=\S+/m, `file=${file}`));
    await trustCaddy(other);
    const here = other.look('anna@example.org');
    ensure(here === 'Ella', `on the new machine: ${here}`);
  } finally {
    await other.chroot.stop();
  }
}

export async function tellRestored({ server }: PageRun, command: string): Promise<void> {
  await server.root('systemctl stop framme.socket framme.service');
  await server.root(command);
  await server.root('systemctl start framme.socket framme.service');
  await answers(server);
}
