import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#scripts/client-build.ts';
import { freePort } from '#tests/support/free-port.ts';
import { ensure } from './claim.ts';
import type { EmptyServer } from './empty-server.ts';
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

/**
 * Makes the release in the checkout, and brings it to root's home, by ssh as to another machine. An archive of an older version
 * lies beside it, as after an upgrade, and must not come along: it would be unpacked too.
 */
export async function makeRelease({ server, releases }: PageRun, command: string): Promise<void> {
  await startSsh(server);
  const [copy = '', ...made] = command.trim().split('\n').reverse();
  ensure(copy.startsWith('scp '), copy);
  await server.plain(made.reverse().join('\n'), { online: true });
  const older = 'framme-0.10.0-linux-x64-with-node.tar.gz';
  await server.plain(`touch dist/release/${older}`);
  // The name of the server leads to it in its own network alone.
  await server.plain(copy);
  await server.plain(`rm dist/release/${older}`);
  ensure(!server.has(`/root/${older}`), `${older} was copied too.`);
  cpSync(server.chroot.path('/home/host/framme/dist/release'), releases, {
    recursive: true,
    filter: (path) => !/release\/framme-[^/]*(?<!\.tar\.gz)$/.test(path),
  });
}

/** Makes the same release outside, in another folder, by another user and npm; throws if it has another hash. */
export function makeAgain(releases: string): void {
  const outside = mkdtempSync(join(dirname(releases), 'outside-'));
  execFileSync(process.execPath, ['scripts/release.ts', '--with-node', outside], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  const sums = [releases, outside].map((folder) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
  ensure(sums[0] === sums[1], `two builds have two hashes: ${sums}`);
}

/** Root's log-in by ssh, as the plain user may have it, and a server for it. */
async function startSsh(server: EmptyServer): Promise<void> {
  await server.root('apt-get install --yes --no-install-recommends openssh-server openssh-client', {
    online: true,
  });
  await server.plain(`mkdir -p -m 700 ~/.ssh && ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519`);
  await server.root(`mkdir -p /run/sshd /root/.ssh && cp /home/host/.ssh/id_ed25519.pub /root/.ssh/authorized_keys
/usr/sbin/sshd
ssh-keyscan framme.example.org > /home/host/.ssh/known_hosts`);
}

/** Puts the archive and its sums where root types. */
export function uploadRelease(server: EmptyServer, releases: string): void {
  for (const name of readdirSync(releases)) server.upload(join(releases, name), name);
}

export async function install({ server, releases }: PageRun, command: string): Promise<void> {
  if (!server.has('/root/SHA256SUMS')) uploadRelease(server, releases);
  await server.root(command, { online: true });
}

/** From here on families reach it by https, and trust Caddy's internal authority. */
export async function openByHttps({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  await server.chroot.until(['test', '-s', AUTHORITY], {});
  server.trust(await server.root(`cat ${AUTHORITY}`));
  await server.families.answered();
  server.families.register('anna@example.org');
}

export async function doctor({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(/^ok +address: https:\/\/framme\.example\.org/m.test(said) && !said.includes('no setting'), said);
}

/** Caddy takes the changed file, whose site is its own authority's. */
export async function ownAuthority({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  const site = await server.root('caddy adapt --config /etc/caddy/Caddyfile --adapter caddyfile');
  ensure(site.includes('"issuers":[{"module":"internal"}]'), site);
  await server.families.answered();
}

/** Starts it as a user without rights, beside the one that serves. */
export async function startAlone({ server }: PageRun, command: string): Promise<void> {
  const said = server.startPlain(command, { env: { PORT: '3001' } });
  const ready =
    'exec 3<>/dev/tcp/127.0.0.1/3001; printf "GET /readyz HTTP/1.0\\r\\n\\r\\n" >&3; grep -q " 200 " <&3';
  await until(said, 60_000, async () => (await server.chroot.run(['bash', '-c', ready])).code === 0);
  await server.stopPlain();
}

/**
 * Installs another archive, whose name is newer, while that of the first installation and a folder of the same name still lie
 * there; then goes back.
 */
export async function upgrade({ server }: PageRun, command: string): Promise<void> {
  const newer = 'framme-1.0.10-linux-x64-with-node';
  await server.root(
    `mv framme-*-with-node ${newer} && tar -czf ${newer}.tar.gz ${newer} && touch ${newer}/stale`,
  );
  const said = await server.root(command);
  ensure(said.includes('is in /opt/framme') && server.has('/opt/framme.before/bin/framme'), said);
  const isClean = !server.has('/opt/framme/stale') && !server.has(`/root/${newer}`);
  ensure(isClean, 'An unpacked folder stayed, or was installed.');
  await server.families.answered();
  server.families.expect({ 'anna@example.org': 'Ella' });
  await server.root('/opt/framme.before/deploy/install');
  await server.families.answered();
}

/** Nothing of it is left, and no process of its user, which could not be removed else. */
export async function remove({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  const left = await server.root('find /etc /opt /usr/local /var/lib -maxdepth 3 -name "framme*"');
  ensure(left.trim() === '', `left: ${left}`);
}

/** Trusts Caddy's authority by the page's file alone, and no more after it. */
export async function trustAuthority({ server }: PageRun, command: string): Promise<void> {
  await server.root(command);
  await server.families.answered();
  const said = await server.root('framme doctor', { env: { NODE_EXTRA_CA_CERTS: '' } });
  ensure(/^ok +address: https:\/\/framme\.example\.org/m.test(said), said);
  await server.root('rm /etc/framme.env && systemctl restart framme');
}

async function until(said: { output: string }, withinMs: number, isReady: () => Promise<boolean>) {
  const end = Date.now() + withinMs;
  while (!(await isReady().catch(() => false))) {
    if (Date.now() > end) throw new Error(`It did not become ready: ${said.output}`);
    await sleep(300);
  }
}
