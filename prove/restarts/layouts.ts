import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { holdSocket } from '#tests/support/server/held-socket.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { compileCache } from '../machine.ts';

/** The servers behind a proxy. */
export interface Layout {
  servers: readonly RunningServer[];
  stop: () => Promise<void>;
}

/** Starts servers that are reached at `publicUrl`; `isPlanned` gives them what a restart needs. */
export type StartLayout = (publicUrl: string, isPlanned: boolean) => Promise<Layout>;

const settings = (publicUrl: string, seconds: number) => ({
  ...compileCache,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '1',
  SHUTDOWN_WAIT_SECONDS: String(seconds),
});

/** One process on SQLite; planned: on a socket that outlives it, like deploy/systemd. */
const onSqlite: StartLayout = async (publicUrl, isPlanned) => {
  const socket = isPlanned ? holdSocket() : undefined;
  const env = settings(publicUrl, isPlanned ? 1 : 0);
  const server = await startServer({ env, ...(socket && { socket }) });
  return {
    servers: [server],
    async stop() {
      await server.kill();
      socket?.close();
    },
  };
};

/** Two processes on one PostgreSQL; planned: unready for three seconds before they end, like deploy/compose.postgres.yaml. */
const twoOnPostgres: StartLayout = async (publicUrl, isPlanned) => {
  const postgres = await startPostgres();
  const env = { ...settings(publicUrl, isPlanned ? 3 : 0), DATABASE_URL: postgres.address };
  const servers = [await startServer({ env }), await startServer({ env })];
  return {
    servers,
    async stop() {
      for (const server of servers) await server.kill();
      await postgres.stop();
    },
  };
};

export const LAYOUTS: readonly { name: string; start: StartLayout }[] = [
  { name: 'one on SQLite', start: onSqlite },
  { name: 'two on PostgreSQL', start: twoOnPostgres },
];
