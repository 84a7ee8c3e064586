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

export async function recoveryLink({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('https://framme.example.org/'), said);
}
