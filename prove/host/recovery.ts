import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '#scripts/client-build.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { Load } from '../load/load-client.ts';
import { type Claim, ensure, framme, type Part } from './claim.ts';
import { Cluster, POSTGRES_TOOLS } from './cluster.ts';
import { commandsOf } from './page-blocks.ts';

/** PostgreSQL goes back to a moment, and to a dump, by the commands of the pages. */
export const recovery: Part = {
  name: 'recovery',
  tools: POSTGRES_TOOLS,
  run: async (prove) => {
    await prove(pointInTime);
    await prove(dumpByItsOwner);
  },
};

const pointInTime: Claim = {
  name: 'docs/hosting/point-in-time-recovery.md goes back to a moment, after a crash',
  run: async () => {
    const { before, after, epochs, faults } = await goBack(true);
    ensure(
      before.lost === 0 && before.acknowledged > 0,
      `${before.lost} of ${before.acknowledged} are missing`,
    );
    ensure(
      after.lost === after.acknowledged && after.lost > 0,
      `of ${after.acknowledged} later ones not all are gone`,
    );
    ensure(epochs[0] !== epochs[1], 'the epoch is the same');
    ensure(faults.endsWith('nothing is wrong.'), faults);
    return `all ${before.acknowledged} taps from before are there, none of ${after.acknowledged} from after it; another epoch`;
  },
  control: {
    what: 'without the archive and the end of the log',
    run: async () => {
      const gone = await goBack(false).then(
        ({ before }) => `${before.lost} of ${before.acknowledged} taps are missing`,
        (error: Error) =>
          `PostgreSQL did not start: ${/FATAL.*/.exec(error.message)?.[0] ?? error.message.slice(-200)}`,
      );
      ensure(!gone.startsWith('0 '), gone);
      return gone;
    },
  },
};

/** Taps before and after a moment, crashes, and goes back to it by the commands of the page. */
async function goBack(hasLog: boolean) {
  const [archive = '', base = '', back = '', verify = ''] = commandsOf(
    readFileSync(join(ROOT, 'docs/hosting/point-in-time-recovery.md'), 'utf8'),
  );
  return onCluster(async (cluster) => {
    cluster.run(archive);
    const server = await startServer({ env: envOf(cluster) });
    const load = await Load.on(server.url, 2);
    const epochOf = async () => (await load.clients[0]?.phone.sync())?.epoch;
    const tapFor = (ms: number) => load.tapDuring(() => pause(ms));
    const epochBefore = await epochOf();
    await tapFor(500);
    cluster.run(base);
    await tapFor(1000);
    const early = load.ops;
    await pause(1500);
    const moment = `${new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' })} Europe/Stockholm`;
    await pause(1500);
    await tapFor(1000);
    await server.kill();
    const late = (await load.acknowledged()).filter((op) => !early.includes(op));
    const name = readdirSync(cluster.folder).find((each) => each.startsWith('base-')) ?? '';
    const commands = back
      .replace('base-2026-11-22', name)
      .replace('2026-11-22 17:05:00 Europe/Stockholm', moment);
    ensure(
      commands.includes(moment) && commands.includes(name),
      'the page names another base backup or moment',
    );
    cluster.run(
      hasLog ? commands : `rm -rf ${cluster.folder}/archive; ${commands.replace(/^cp .*pg_wal.*$/m, '')}`,
    );
    const faults = cluster.run(verify).trim();
    const again = await startServer({ env: envOf(cluster) });
    load.url = again.url;
    const epochs = [epochBefore, await epochOf()];
    const [before, after] = [await load.losses(early), await load.losses(late)];
    await again.stop();
    return { before, after, epochs, faults };
  });
}

const dumpByItsOwner: Claim = {
  name: 'a dump restored by the administrator for the user framme, as docs/hosting/postgresql.md says',
  run: async () => {
    const page = readFileSync(join(ROOT, 'docs/hosting/postgresql.md'), 'utf8');
    const [, command = ''] = /`(pg_restore --no-owner [^`]*) <file>`/.exec(page) ?? [];
    ensure(command !== '', 'the page names no such command');
    return restoreByAdministrator(command);
  },
  control: {
    what: 'restored by the administrator for nobody else',
    run: async () => {
      const said = await restoreByAdministrator('pg_restore --no-owner --dbname=framme').catch(
        (error: Error) => error.message,
      );
      ensure(/42501|permission denied/.test(said), said);
      return /.*(?:42501|permission denied).*/.exec(said)?.[0] ?? '';
    },
  },
};

function restoreByAdministrator(command: string): Promise<string> {
  return onCluster(async (cluster) => {
    const server = await startServer({ env: envOf(cluster) });
    const load = await Load.on(server.url, 1);
    await load.tapDuring(() => pause(500));
    const to = mkdtempSync(join(tmpdir(), 'framme-dumps-'));
    const { file } = JSON.parse(framme(envOf(cluster), 'backup', '--json', '--to', to)) as { file: string };
    await server.stop();
    cluster.run("runuser -u postgres -- psql -c 'ALTER DATABASE framme RENAME TO framme_before_restore'");
    cluster.createDatabase();
    // The dump is for its user alone.
    cluster.run(`install --owner=postgres ${file} ${cluster.folder}/dump`);
    cluster.run(`runuser -u postgres -- ${command} ${cluster.folder}/dump`);
    rmSync(to, { recursive: true, force: true });
    ensure(framme(envOf(cluster), 'verify').endsWith('nothing is wrong.'), 'faults were found');
    const again = await startServer({ env: envOf(cluster) });
    load.url = again.url;
    const { lost, acknowledged } = await load.losses();
    await again.stop();
    ensure(lost === 0 && acknowledged > 0, `${lost} of ${acknowledged} taps are missing`);
    return `all ${acknowledged} taps are there, and Framme owns its tables`;
  });
}

async function onCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'framme-cluster-'));
  const cluster = await Cluster.start(folder);
  try {
    return await work(cluster);
  } catch (error) {
    const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '';
    throw new Error(`${error instanceof Error ? error.message : error}\n${log.slice(-600)}`, {
      cause: error,
    });
  } finally {
    cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const envOf = ({ address }: Cluster) => ({ DATABASE_URL: address, LOG_LEVEL: 'silent' });
