import { spawn } from 'node:child_process';
import { createServer, type Plugin } from 'vite';
import { SITE_INFO_ELEMENT } from '#domain/pages/site-info.ts';
import { readConfig, toSiteInfo } from '#server/config/config.ts';
import { readEnvFile } from '#server/config/env-file.ts';
import { ROOT } from './client-build.ts';

const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;

// The browser talks to Vite, so the server must accept writes from that origin.
const env = { PUBLIC_URL: `http://localhost:${port}`, ...process.env, PORT: String(serverPort) };
const config = readConfig({ ...readEnvFile().values, ...env });
if (Array.isArray(config)) throw new Error(config.join('\n'));

/** In development no page is prerendered, but the document still holds the host information. */
const hostInDocuments: Plugin = {
  name: 'host-in-documents',
  transformIndexHtml: () => [
    {
      tag: 'script',
      attrs: { type: 'application/json', id: SITE_INFO_ELEMENT },
      children: JSON.stringify(toSiteInfo(config)).replaceAll('<', '\\u003c'),
    },
  ],
};

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env,
});

const vite = await createServer({
  configFile: `${ROOT}vite.config.ts`,
  root: `${ROOT}client`,
  plugins: [hostInDocuments],
  server: {
    host: process.env.HOST ?? '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${serverPort}` } },
  },
});
await vite.listen();
console.log(`Framme in development: http://localhost:${port} (its server: port ${serverPort})`);

async function end(signal: NodeJS.Signals): Promise<void> {
  server.kill(signal);
  await vite.close();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
server.on('exit', (code) => process.exit(code ?? 0));
