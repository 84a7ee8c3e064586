import { ensure } from './claim.ts';
import type { PageRun } from './page-run.ts';
import { answers } from './page-start.ts';
import { startMailServer } from './surroundings.ts';

export async function invite({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('https://framme.example.org/'), said);
}

export async function exportAndDelete({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  const exported = await server.root('cat /var/lib/framme/anna.json');
  ensure(exported.includes('Ella'), 'The export does not hold Ella.');
  const here = server.look('anna@example.org');
  ensure(here === 'no account', `after the deletion: ${here}`);
}

export async function mail({ server, folder }: PageRun, command: string): Promise<void> {
  const { received } = await startMailServer(server, folder);
  const said = await server.root(command);
  ensure(/^ok +mail:/m.test(said), said);
  await answers(server);
  server.register('anna@example.org');
  await received('anna@example.org');
}

/** The mail server of the step before this one still runs, and takes the mail. */
export async function mailTest({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('took the mail to you@example.org'), said);
}

/** Lists the family by its address and by no name. */
export async function accounts({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('anna@example.org') && !/Ella|Lind/.test(said), said);
}

/** A tap is printed without the name; after it none is, as the unit has it. */
export async function notices({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  await answers(server);
  server.register('notices@example.org');
  await server.chroot.until(['grep', '-q', '^notice: "…', '/var/log/framme.service.log'], {});
  const log = await server.root('cat /var/log/framme.service.log');
  ensure(!log.includes('Ella'), 'A name is in the log.');
  await server.root('rm /etc/framme.env && systemctl restart framme');
}

export async function recoveryLink({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('https://framme.example.org/'), said);
}
