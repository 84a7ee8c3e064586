import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensure } from './claim.ts';
import { EmptyServer } from './empty-server.ts';
import { blocksOf } from './page-blocks.ts';
import type { PageRun } from './page-run.ts';
import { install } from './page-start.ts';

const NEWEST = '$(ls /var/lib/framme/backups/framme-*.db | tail -n 1)';

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
  server.families.register('later@example.org');
  await server.root(command);
  await server.families.answered();
  server.families.expect({ 'anna@example.org': 'Ella', 'later@example.org': 'no account' });
}

/** The file holds what the pages before it set, and the authority of Caddy. */
export async function keepMachine({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  const kept = await server.root('tar --list --file=framme-machine.tar');
  for (const name of ['var/lib/framme/.env', 'etc/caddy/Caddyfile', 'authorities/local/root.key'])
    ensure(kept.includes(name), `${name} is missing: ${kept}`);
}

/** Ends it on the old machine, which goes on serving the steps that follow. */
export async function endThere({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('/var/lib/framme/backups/framme-'), said);
  await server.root('systemctl enable --now framme.socket framme.service framme-backup.timer');
}

/** Restores on another machine, which was installed as its page says, files that lie in root's home. Phones trust the authority. */
export async function moveHouse(run: PageRun, command: string): Promise<void> {
  const { server, folder } = run;
  const other = await EmptyServer.start(server.release, join(folder, 'another-machine'));
  try {
    await install({ ...run, server: other }, blocksOf('install.md')[1] ?? '');
    const file = (await server.root(`basename "${NEWEST}"`)).trim();
    for (const path of [`/var/lib/framme/backups/${file}`, '/root/framme-machine.tar'])
      copyFileSync(server.chroot.path(path), other.chroot.path(`/root/${basename(path)}`));
    ensure(/ framme-2026\S+\.db /.test(command), 'The page names no file.');
    await other.root(command.replace(/ framme-2026\S+\.db /, ` ${file} `));
    other.trust(await server.root('cat /etc/ssl/authorities.pem'));
    await other.families.answered();
    other.families.expect({ 'anna@example.org': 'Ella' });
  } finally {
    await other.chroot.stop();
  }
}

export async function tellRestored({ server }: PageRun, command: string): Promise<void> {
  await server.root('systemctl stop framme.socket framme.service');
  await server.root(command);
  await server.root('systemctl start framme.socket framme.service');
  await server.families.answered();
}

/** The other machine of the page: a server for ssh in the same chroot; and root's key, as `ssh-keygen` makes it. */
async function startOtherMachine(server: EmptyServer): Promise<void> {
  await server.root('apt-get install --yes --no-install-recommends adduser openssh-server openssh-client', {
    online: true,
  });
  await server.root(`mkdir -p -m 700 /run/sshd /root/.ssh
ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
[ -e /run/sshd.pid ] || /usr/sbin/sshd
ssh-keyscan other.example.org > /root/.ssh/known_hosts`);
}
