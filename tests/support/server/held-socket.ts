import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import net from 'node:net';

/** A socket that this process holds and takes no connections from, as systemd does. */
export interface HeldSocket {
  fd: number;
  port: number;
  close(): void;
}

/** Node keeps the maker of its own listening sockets inside. */
const inside = net as unknown as {
  _createServerHandle(
    address: string,
    port: number,
    family: number,
  ): { fd: number; close(): void; getsockname(name: { port?: number }): void };
};

/** Binds a socket to a free port of this machine. */
export function holdSocket(): HeldSocket {
  const socket = inside._createServerHandle('127.0.0.1', 0, 4);
  const name: { port?: number } = {};
  socket.getsockname(name);
  return { fd: socket.fd, port: name.port ?? 0, close: () => socket.close() };
}

/** Starts a server with the socket as descriptor 3, as systemd does; its output is piped. */
export function spawnOn(
  { fd }: HeldSocket,
  command: readonly string[],
  { cwd, env }: Pick<SpawnOptions, 'cwd' | 'env'>,
): ChildProcess {
  const handOver = 'exec env LISTEN_FDS=1 LISTEN_PID=$$ "$@"';
  return spawn('sh', ['-c', handOver, 'sh', ...command], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', fd],
  });
}
