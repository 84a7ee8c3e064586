import { ensure } from './claim.ts';
import type { EmptyServer } from './empty-server.ts';
import type { PageRun } from './page-run.ts';

export async function install({ server }: PageRun, command: string): Promise<void> {
  await server.root(command, { online: true });
  // A package starts it where there is systemd.
  await server.root('pg_ctlcluster "$(ls /etc/postgresql)" main start');
}

export async function createUser({ server }: PageRun, command: string): Promise<void> {
  await server.root(command, { input: 'password\npassword\n' });
}

/** Serves from PostgreSQL for these commands, and goes back to the embedded database of the other steps. */
export async function serve({ server }: PageRun, command: string): Promise<void> {
  const said = await server.root(command);
  ensure(/^ok +database:.*PostgreSQL/m.test(said), said);
  await server.families.answered();
  server.families.register('doris@example.org');
  await leave(server);
}

/** Moves what the other steps stored into an empty database, and serves it from there. */
export async function move({ server }: PageRun, command: string): Promise<void> {
  await asPostgres(server, 'dropdb --force framme && createdb --owner=framme --template=template0 framme');
  await server.root(`echo '${SETTING}' >> /var/lib/framme/.env`);
  await server.root(command);
  await server.families.answered();
  server.families.expect({ 'anna@example.org': 'Ella' });
  await leave(server);
}

const SETTING = 'DATABASE_URL=postgres://framme:password@db.example.org:5432/framme';
const STANDBY = '/var/lib/postgresql/standby';

/** Makes a second PostgreSQL from the first, on an address of its own, and starts it. */
export async function startStandby({ server }: PageRun, command: string): Promise<void> {
  await asPostgres(server, `psql -c "CREATE ROLE replicator REPLICATION LOGIN PASSWORD 'password'"`);
  await asPostgres(server, `export PGDATA=${STANDBY} PGPASSWORD=password; ${command}`);
  const settings = [
    'config_file=$(echo /etc/postgresql/*/main/postgresql.conf)',
    `data_directory=${STANDBY} external_pid_file=/tmp/standby.pid`,
    'listen_addresses=127.0.0.2 unix_socket_directories=/tmp',
  ].join(' ');
  await asPostgres(
    server,
    `for one in ${settings}; do options="\${options:-} -c $one"; done
    $(ls -d /usr/lib/postgresql/*)/bin/pg_ctl start --wait --pgdata=${STANDBY} --log=/tmp/standby.log --options="$options"`,
  );
}

/** Has each commit wait for the second one; puts both back for the steps that follow. */
export async function synchronize({ server }: PageRun, command: string): Promise<void> {
  await asPostgres(server, command);
  const state = "psql -tAc 'SELECT sync_state FROM pg_stat_replication'";
  await server.chroot.until(
    ['runuser', '-u', 'postgres', '--', 'bash', '-c', `[ "$(${state})" = sync ]`],
    {},
  );
  await asPostgres(
    server,
    "psql -c 'ALTER SYSTEM RESET synchronous_standby_names' -c 'SELECT pg_reload_conf()'",
  );
  await asPostgres(server, `$(ls -d /usr/lib/postgresql/*)/bin/pg_ctl stop --wait --pgdata=${STANDBY}`);
}

function asPostgres(server: EmptyServer, command: string): Promise<string> {
  const quoted = command.replaceAll("'", `'\\''`);
  return server.root(`cd /var/lib/postgresql && runuser -u postgres -- bash -ec '${quoted}'`);
}

export async function restore({ server }: PageRun, command: string): Promise<void> {
  await server.root(`echo '${SETTING}' >> /var/lib/framme/.env`);
  await server.root('systemctl restart framme');
  await server.families.answered();
  server.families.register('doris@example.org');
  await server.root('framme backup');
  server.families.register('later@example.org');
  await server.root(command);
  await server.families.answered();
  server.families.expect({ 'doris@example.org': 'Ella', 'later@example.org': 'no account' });
  await leave(server);
}

async function leave(server: EmptyServer): Promise<void> {
  await server.root("sed -i '/^DATABASE_URL/d' /var/lib/framme/.env && systemctl restart framme");
  await server.families.answered();
}
