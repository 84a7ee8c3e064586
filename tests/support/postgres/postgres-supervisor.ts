import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from '#tests/support/free-port.ts';
import { addressOf, createCluster, startCluster } from './cluster.ts';

/**
 * Runs one PostgreSQL server until its standard input closes: server and data go even if the parent is
 * killed. Prints the address when it is ready. Each line of input restarts it.
 */
const cluster = createCluster();
const port = await freePort();
let onEnd: 'complain' | 'restart' | 'go' = 'complain';
let server = start();
createInterface(process.stdin)
  .on('line', () => stop('restart'))
  .on('close', () => stop('go'));

function start(): ChildProcess {
  const messageParent = () => void process.stdout.write(`${addressOf(cluster, port)}\n`);
  return startCluster(cluster, cluster.data, port, messageParent, ended);
}

/** Fast shutdown: open connections are ended first. */
function stop(then: 'restart' | 'go'): void {
  onEnd = then;
  server.kill('SIGINT');
}

function ended(code: number | null, said: string): void {
  if (onEnd === 'complain') process.stderr.write(`PostgreSQL ended (${code}).\n${said}`);
  if (onEnd !== 'restart') process.exit(onEnd === 'go' ? 0 : 1);
  onEnd = 'complain';
  server = start();
}
