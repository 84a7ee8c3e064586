import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EmptyServer } from './empty-server.ts';

const MAIL = fileURLToPath(new URL('mail-process.ts', import.meta.url));

/** The mail server smtp.example.org, with a certificate that the empty server is made to trust. */
export interface MailServer {
  /** Waits until a mail to this address came in. */
  received: (address: string) => Promise<void>;
}

export async function startMailServer(server: EmptyServer, folder: string): Promise<MailServer> {
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
  return {
    received: async (address) => {
      for (let waited = 0; !said.includes(`${address}\n`); waited += 100) {
        if (waited > 20_000) throw new Error(`No mail to ${address} came in: ${said}`);
        await sleep(100);
      }
    },
  };
}

/** The other machine of the page: a server for ssh in the same chroot; and root's key, as `ssh-keygen` makes it. */
export async function startOtherMachine(server: EmptyServer): Promise<void> {
  await server.root('apt-get install --yes --no-install-recommends adduser openssh-server openssh-client', {
    online: true,
  });
  await server.root(`mkdir -p -m 700 /run/sshd /root/.ssh
ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
[ -e /run/sshd.pid ] || /usr/sbin/sshd
ssh-keyscan other.example.org > /root/.ssh/known_hosts`);
}
