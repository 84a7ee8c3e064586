import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { ROOT } from './client-build.ts';

const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  // The browser speaks to Vite, so that address is the one whose writes the server must accept.
  env: { PUBLIC_URL: `http://localhost:${port}`, ...process.env, PORT: String(serverPort) },
});

const vite = await createServer({
  configFile: `${ROOT}vite.config.ts`,
  root: `${ROOT}client`,
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
