import { ensure } from './claim.ts';
import type { PageRun } from './page-run.ts';
import { answers } from './page-start.ts';
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

export async function send(page: PageRun, command: string): Promise<void> {
  await startOtherMachine(page.server);
  await page.server.root(command);
  await page.server.root(`gpg --batch --decrypt --passphrase-file /etc/framme/backup.key \\
  /var/backups/framme-*.db.gpg 2>/dev/null | cmp - "${NEWEST}"`);
}

/** What was stored before the newest backup is there, what came after it is not. */
export async function restore({ server }: PageRun, command: string): Promise<void> {
  server.register('later@example.org');
  await server.root(command);
  await answers(server);
  const here = [server.look('anna@example.org'), server.look('later@example.org')];
  ensure(here.join() === 'Ella,no account', `after the restore: ${here}`);
}

export async function tellRestored({ server }: PageRun, command: string): Promise<void> {
  await server.root('systemctl stop framme.socket framme.service');
  await server.root(command);
  await server.root('systemctl start framme.socket framme.service');
  await answers(server);
}
