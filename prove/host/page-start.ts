import { copyFileSync, globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { VERSION } from '#server/process/version.ts';
import { freePort } from '#tests/support/free-port.ts';
import { ensure } from './claim.ts';
import type { EmptyServer } from './empty-server.ts';
import { lookUntil } from './family.ts';
import type { PageRun } from './page-run.ts';

/** Caddy's copy of the certificate of the authority that stands in for a public one. */
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

export async function startCheckout({ server }: PageRun, command: string): Promise<void> {
  await server.copyCheckout();
  // Packages come by this machine's network, in which 3000 may be taken.
  const port = await freePort();
  const said = server.startPlain(command, { online: true, env: { PORT: String(port) } });
  await until(said, 600_000, async () => (await fetch(`http://localhost:${port}/readyz`)).ok);
  await server.stopPlain();
}

export async function makeRelease({ server, archive }: PageRun, command: string): Promise<void> {
  await server.plain(command);
  const [made] = globSync(server.chroot.path('/home/host/framme/dist/release/framme-*.tar.gz'));
  ensure(made !== undefined, 'There is no archive.');
  if (made !== undefined) copyFileSync(made, archive);
}

export async function install({ server, archive }: PageRun, command: string): Promise<void> {
  server.upload(archive, `framme-${VERSION}.tar.gz`);
  await server.root(command, { online: true });
}

/** From here on families reach it by https, with a certificate of Caddy's internal authority. */
export async function openByHttps({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  await server.chroot.until(['test', '-s', AUTHORITY], {});
  server.trust(await server.root(`cat ${AUTHORITY}`));
  await answers(server);
  const here = server.register('anna@example.org');
  ensure(here === 'Ella', `after registering by https: ${here}`);
}

export async function doctor({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(/^ok +address: https:\/\/framme\.example\.org/m.test(said), said);
}

/** Starts it as a user without rights, beside the one that serves. */
export async function startAlone({ server }: PageRun, command: string): Promise<void> {
  const said = server.startPlain(command, { env: { PORT: '3001' } });
  const ready =
    'exec 3<>/dev/tcp/127.0.0.1/3001; printf "GET /readyz HTTP/1.0\\r\\n\\r\\n" >&3; grep -q " 200 " <&3';
  await until(said, 60_000, async () => (await server.chroot.run(['bash', '-c', ready])).code === 0);
  await server.stopPlain();
}

export async function upgrade({ server, archive }: PageRun, command: string): Promise<void> {
  // The archive of the first installation still lies there.
  server.upload(archive, 'framme-0.1.10.tar.gz');
  await server.root(command);
  await answers(server);
  ensure(server.look('anna@example.org') === 'Ella', 'After the upgrade Ella was not here.');
}

/** Waits until families are answered by https. */
export async function answers({ chroot, door }: EmptyServer): Promise<void> {
  await lookUntil(chroot, door, 'nobody@example.org', 15_000);
}

async function until(said: { output: string }, withinMs: number, isReady: () => Promise<boolean>) {
  const end = Date.now() + withinMs;
  while (!(await isReady().catch(() => false))) {
    if (Date.now() > end) throw new Error(`It did not become ready: ${said.output}`);
    await sleep(300);
  }
}
