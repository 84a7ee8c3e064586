import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { startupErrorMessage } from '#server/process/startup-messages.ts';
import { isFolderInUse } from '#server/store/admin/inspect.ts';
import { type Check, checksOf, refusal } from './check.ts';

/** In ms, for a small machine's start: meanwhile connections wait in systemd's socket. */
const WAIT_MS = 15_000;

/** The port must be free, or held by the server with this data. */
export async function* checkServer(config: Config): AsyncIterable<Check> {
  const { ok, warning, problem } = checksOf('server');
  const { port, dataDir, databaseUrl } = config;
  const folder = resolve(dataDir);
  const isOnPostgres = databaseUrl !== undefined;
  const error = port === 0 ? undefined : await listenOnce(config);
  const isTaken = error?.code === 'EADDRINUSE';
  if (error !== undefined && !isTaken) {
    yield refusal('server', startupErrorMessage(error, config));
    return;
  }
  const isFramme = isTaken && (await answersAsFramme(config));
  // After the request, for which systemd may have started the server.
  const isLocked = !isOnPostgres && isFolderInUse(folder);
  if (isTaken && !isFramme)
    yield problem(
      `Port ${port} is taken, and no Framme answers there.`,
      'If framme.socket holds it, journalctl -u framme tells why; else stop the other program, or set another PORT, and if systemd starts Framme the ListenStream of framme.socket too (docs/hosting/settings.md).',
    );
  else if (isTaken && !isLocked && !isOnPostgres)
    yield problem(
      `The Framme that answers at port ${port} has other data than ${folder}.`,
      'Stop it, or correct DATA_DIR or PORT.',
    );
  else if (isTaken) yield ok(`It answers at port ${port}.`);
  else if (isLocked && port !== 0)
    yield warning(
      `A Framme that does not listen on port ${port}, or a command like restore, has the data in ${folder}: a second one does not start.`,
      'If framme.socket holds another port, set PORT to it (docs/hosting/settings.md); else stop it, or run doctor with its settings.',
    );
  else yield ok(isLocked ? `It runs on ${folder}.` : 'It does not run, and can.');
}

async function listenOnce({ host, port }: Config): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    server.close();
  }
}

async function answersAsFramme({ host, port }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`;
  try {
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) });
    return reply.status === 200 && (await reply.text()) === '{"ok":true}';
  } catch {
    return false;
  }
}
