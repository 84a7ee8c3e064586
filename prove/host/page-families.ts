import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensure } from './claim.ts';
import type { EmptyServer } from './empty-server.ts';
import type { PageRun } from './page-run.ts';

export async function exportAndDelete({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  const exported = await server.root('cat /var/lib/framme/anna.json');
  ensure(exported.includes('Ella'), 'The export does not hold Ella.');
  server.families.expect({ 'anna@example.org': 'no account' });
}

export async function mail({ server, folder }: PageRun, command: string): Promise<void> {
  const received = await startMailServer(server, folder);
  const said = await server.root(command);
  ensure(/^ok +mail:/m.test(said), said);
  await server.families.answered();
  server.families.register('anna@example.org');
  await received('anna@example.org');
}

/** Lists the family by its address and by no name. */
export async function accounts({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(said.includes('anna@example.org') && !/Ella|Lind/.test(said), said);
}

/** A tap is printed without the name; after it none is, as the unit has it. */
export async function notices({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  await server.families.answered();
  server.families.register('notices@example.org');
  await server.chroot.until(['grep', '-q', '^notice: "…', '/var/log/framme.service.log'], {});
  const log = await server.root('cat /var/log/framme.service.log');
  ensure(!log.includes('Ella'), 'A name is in the log.');
  await server.root('rm /etc/framme.env && systemctl restart framme');
}

const MAIL = fileURLToPath(new URL('mail-process.ts', import.meta.url));

/** Starts smtp.example.org, whose certificate the server is made to trust. Returns what waits until a mail to an address came in. */
async function startMailServer(server: EmptyServer, folder: string) {
  const [key, certificate] = [join(folder, 'smtp.key'), join(folder, 'smtp.pem')];
  const name = ['-subj', '/CN=smtp.example.org', '-addext', 'subjectAltName=DNS:smtp.example.org'];
  const what = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...what, ...name], { stdio: 'ignore' });
  server.trust(readFileSync(certificate, 'utf8'));
  const inNetwork = [`--target=${server.chroot.pid}`, '--net', process.execPath, MAIL, key, certificate];
  const mail = spawn('nsenter', inNetwork, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => mail.kill());
  let said = '';
  mail.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(mail.stdout, 'data');
  return async (address: string) => {
    for (let waited = 0; !said.includes(`${address}\n`); waited += 100) {
      if (waited > 20_000) throw new Error(`No mail to ${address} came in: ${said}`);
      await sleep(100);
    }
  };
}
