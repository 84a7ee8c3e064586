import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from './claim.ts';
import type { Engine } from './engine.ts';

/** One run of docs/hosting/containers.md. */
interface ContainerRun {
  engine: Engine;
  /** The folder deploy of a checkout. */
  deploy: string;
}

/** Runs one block of its commands, and checks what must be so after it. */
interface ContainerStep {
  /** Text that the block holds. */
  holds: string;
  run: (run: ContainerRun, command: string) => Promise<unknown>;
}

/** A step for each block of containers.md, in its order. */
export const CONTAINER_STEPS: readonly ContainerStep[] = [
  { holds: 'HOST_NAME=The Lind family', run: start },
  { holds: 'framme framme verify', run: commands },
  { holds: 'docker compose cp', run: copyBackups },
  { holds: 'framme restore', run: restore },
  { holds: 'docker compose build', run: upgrade },
  { holds: 'postgres-password', run: startPostgres },
  { holds: 'pg_dump', run: dump },
  { holds: 'pg_restore', run: restoreDump },
];

const inFolder = ({ engine, deploy }: ContainerRun, command: string) => engine.run(command, deploy);

async function start(run: ContainerRun, command: string): Promise<void> {
  const said = await inFolder(run, command);
  ensure(/^ok +address: https:\/\/framme\.example\.org answers/m.test(said), said);
  run.engine.containers.families.register('anna@example.org');
}

async function commands(run: ContainerRun, command: string): Promise<void> {
  const said = await inFolder(run, command);
  ensure(said.includes('/data/backups/framme-') && said.includes('nothing is wrong'), said);
}

async function copyBackups(run: ContainerRun, command: string): Promise<void> {
  await inFolder(run, command);
  ensure(backupsOf(run).length > 0, 'no backup was copied');
}

/** Restores what the service `backup` made by itself, after its folder was emptied. */
async function restore(run: ContainerRun, command: string): Promise<void> {
  await inFolder(run, 'docker compose exec framme sh -c "rm /data/backups/*"');
  for (let waited = 0; ; waited += 1) {
    await inFolder(run, 'rm -r backups; docker compose cp framme:/data/backups .');
    if (backupsOf(run).length > 0) break;
    ensure(waited < 30, 'the service made no backup');
    await sleep(1000);
  }
  run.engine.containers.families.register('later@example.org');
  const [newest = ''] = backupsOf(run);
  const [named = '', ...others] = command.match(/framme-2026-\S+\.db/g) ?? [];
  ensure(named !== '' && others.length === 0, `the page names ${[named, ...others]}`);
  renameSync(join(run.deploy, 'backups', newest), join(run.deploy, 'backups', named));
  await inFolder(run, command);
  await expect(run, { 'anna@example.org': 'Ella', 'later@example.org': 'no account' });
}

async function upgrade(run: ContainerRun, command: string): Promise<void> {
  await inFolder(run, command);
  await expect(run, { 'anna@example.org': 'Ella' });
}

/** Serves from two servers, also when one of them is gone; both are there again after it. */
async function startPostgres(run: ContainerRun, command: string): Promise<void> {
  await inFolder(run, command);
  run.engine.containers.families.register('anna@example.org');
  await inFolder(run, 'docker compose --file compose.postgres.yaml stop framme-1');
  await expect(run, { 'anna@example.org': 'Ella' });
  await inFolder(run, 'docker compose --file compose.postgres.yaml start framme-1');
}

async function dump(run: ContainerRun, command: string): Promise<void> {
  await inFolder(run, command);
  const head = execFileSync('head', ['-c', '5', join(run.deploy, 'framme.dump')], { encoding: 'utf8' });
  ensure(head === 'PGDMP', `the dump begins with ${head}`);
}

async function restoreDump(run: ContainerRun, command: string): Promise<void> {
  run.engine.containers.families.register('later@example.org');
  await inFolder(run, command);
  await expect(run, { 'anna@example.org': 'Ella', 'later@example.org': 'no account' });
}

function backupsOf({ deploy }: ContainerRun): string[] {
  return readdirSync(join(deploy, 'backups')).filter((name) => name.endsWith('.db'));
}

/** As a phone does, which repeats what a proxy answered with 502. */
async function expect({ engine }: ContainerRun, wanted: Readonly<Record<string, string>>): Promise<void> {
  await engine.containers.families.answered();
  engine.containers.families.expect(wanted);
}
