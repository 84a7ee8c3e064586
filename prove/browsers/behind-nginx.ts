import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { hostWithLink } from '#tests/support/people/host-taps.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { until } from './board.ts';
import type { Place } from './place.ts';
import { profile } from './profile.ts';
import { ReaderTab } from './reader-tab.ts';

const NGINX = process.env.NGINX_PATH ?? '/usr/sbin/nginx';
/** Each change shows within so many ms where no stream comes through. */
const LATE_MS = 30_000;

export function missingNginx(): string | undefined {
  return existsSync(NGINX) ? undefined : 'nginx: apt-get install nginx, or set NGINX_PATH';
}

/** Behind an nginx that keeps replies back, whoever has a link to a visit sees each change within half a minute. */
export async function behindNginx({ engine, removal }: Place): Promise<string> {
  const [port, behind] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const server = await startServer({ env: { PORT: String(behind), PUBLIC_URL: url } });
  const nginx = await startNginx(port, behind);
  const browser = await engine.launch(await profile());
  try {
    await until('nginx answers', async () => (await fetch(`${url}/visit`)).ok);
    const host = await hostWithLink(url);
    const reader = new ReaderTab(await browser.openTab());
    await reader.open(url, host);
    if (removal?.inPage !== undefined) await reader.run(removal.inPage);
    return await reader.follow(host, LATE_MS);
  } finally {
    await browser.close();
    nginx.kill('SIGKILL');
    await server.kill();
  }
}

/** Starts an nginx that keeps back also what asks not to be; buffering alone would not: compressed, small events wait for more. */
async function startNginx(port: number, behind: number) {
  const folder = await profile();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n    ');
  const settings = `
daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
events {}
http {
    access_log off;
    ${paths}
    server {
        listen 127.0.0.1:${port};
        location / {
            proxy_pass http://127.0.0.1:${behind};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_buffering on;
            proxy_ignore_headers X-Accel-Buffering;
            gzip on;
            gzip_proxied any;
            gzip_min_length 0;
            gzip_types *;
        }
    }
}
`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, settings);
  return spawn(NGINX, ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], { stdio: 'ignore' });
}
