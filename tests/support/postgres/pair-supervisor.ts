import { type ChildProcess, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#tests/support/free-port.ts';
import { addressOf, createCluster, startCluster } from './cluster.ts';

/**
 * Runs a primary and a standby that follows it, until its standard input closes. Prints both addresses when both are ready. A
 * line of input kills the primary with all its processes, as a power cut of its machine does, and prints a line.
 */
const cluster = createCluster();
const standbyData = join(cluster.folder, 'standby');
const [port, standbyPort] = [await freePort(), await freePort()];
spawnSync('cp', ['-a', cluster.data, standbyData]);
const follows = `host=127.0.0.1 port=${port} user=framme password=${cluster.password}`;
appendFileSync(join(standbyData, 'postgresql.conf'), `primary_conninfo = '${follows}'\n`);
writeFileSync(join(standbyData, 'standby.signal'), '');

const primary = await started(cluster.data, port);
const standby = await started(standbyData, standbyPort);
process.stdout.write(`${addressOf(cluster, port)} ${addressOf(cluster, standbyPort)}\n`);
createInterface(process.stdin)
  .on('line', () => {
    killAll(primary);
    process.stdout.write('killed\n');
  })
  .on('close', () => {
    standby.once('exit', () => process.exit(0));
    killAll(primary);
    standby.kill('SIGQUIT');
  });

function started(data: string, at: number): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = startCluster(
      cluster,
      data,
      at,
      () => resolve(child),
      (_, said) => reject(new Error(said)),
    );
  });
}

/** A server whose first process alone is killed may answer for some milliseconds more. */
function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  signal(pid, 'SIGSTOP');
  for (const child of childrenOf(pid)) signal(child, 'SIGKILL');
  signal(pid, 'SIGKILL');
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // Only Linux lists them; elsewhere they end when they notice.
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
