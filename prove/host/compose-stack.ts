import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chroot, type Mount } from './chroot.ts';
import { ensure } from './claim.ts';
import { type ComposeFile, mountOf, type Service } from './compose-file.ts';
import { debianArchive, unpack } from './debian.ts';
import type { Door } from './family.ts';
import { connect, hostsOf } from './network.ts';
import { Container, type OciImage } from './oci-image.ts';

/** In the order of their addresses; the bridge is in the first. */
const NAMES = ['caddy', 'postgres', 'framme-1', 'framme-2'];
/** The folder of the data in Caddy's image, and the certificate of the authority that stands in for a public one. */
const DATA = '/data';
const AUTHORITY = `${DATA}/caddy/pki/authorities/local/root.crt`;
const CADDYFILE = '/etc/caddy/Caddyfile';
const CONFIG = ['--config', CADDYFILE, '--adapter', 'caddyfile'];

/** The first start of PostgreSQL's image, by Debian's packages of the same version. */
const POSTGRES = `
install --directory --owner=postgres --group=postgres --mode=700 /var/lib/postgresql/data /run/postgresql
cp "$POSTGRES_PASSWORD_FILE" /tmp/password && chmod 644 /tmp/password
export PATH=$PATH:/usr/lib/postgresql/17/bin
as() { runuser --user postgres -- env PATH="$PATH" "$@"; }
as initdb --pgdata=/var/lib/postgresql/data --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 >/dev/null
echo 'host all all all scram-sha-256' >> /var/lib/postgresql/data/pg_hba.conf
as pg_ctl start --wait --silent --pgdata=/var/lib/postgresql/data --options='-c listen_addresses=*' --log=/tmp/log
as createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
`;

/** The services of compose.postgres.yaml, without an engine. */
export interface Stack {
  caddy: Chroot;
  door: Door;
  /** Ends the processes of a service. */
  end: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts them in a network of their own, with Debian's Caddy and PostgreSQL. Returns once every one is healthy; throws what the
 * first one says that does not become so.
 */
export async function startStack(file: ComposeFile, image: OciImage, folder: string): Promise<Stack> {
  const hosts = join(folder, 'hosts');
  writeFileSync(hosts, hostsOf([['caddy', 'framme.localhost'], ...NAMES.slice(1).map((name) => [name])]));
  const mounts = (name: string) => [{ source: hosts, target: '/etc/hosts' }, ...mountsOf(file, name, folder)];
  const started = new Map<string, Chroot>();
  const stop = async () => {
    for (const chroot of started.values()) await chroot.stop();
  };
  try {
    const debian = async (name: string) => {
      const chroot = await Chroot.start(unpack(standIns(), join(folder, name)), { mounts: mounts(name) });
      started.set(name, chroot);
      return chroot;
    };
    const [caddy, postgres] = [await debian('caddy'), await debian('postgres')];
    const servers: Container[] = [];
    for (const name of ['framme-1', 'framme-2']) {
      const env = serviceOf(file, name).environment;
      const server = await Container.start(image, { env, mounts: mounts(name) });
      started.set(name, server.chroot);
      servers.push(server);
    }
    connect([...started.values()]);
    await startPostgres(postgres, serviceOf(file, 'postgres'));
    for (const server of servers) await server.serving();
    await startCaddy(caddy, serviceOf(file, 'caddy'));
    const door = { url: 'https://framme.localhost', hosts, authority: caddy.path(AUTHORITY) };
    return { caddy, door, stop, end: async (name) => started.get(name)?.stop() };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns an archive with Debian's packages of what the compose files take from a registry. */
function standIns(): string {
  return debianArchive(13, { packages: ['ca-certificates', 'caddy', 'postgresql'] });
}

/** Asks Caddy what it says of a Caddyfile; throws its words if that is not valid. */
export async function validate(caddyfile: string, folder: string): Promise<string> {
  const mounts = [{ source: caddyfile, target: CADDYFILE }];
  const chroot = await Chroot.start(unpack(standIns(), join(folder, 'validating')), { mounts });
  try {
    const { code, output } = await chroot.run(['caddy', 'validate', ...CONFIG]);
    ensure(code === 0, output);
    return output.trim().split('\n').at(-1) ?? '';
  } finally {
    await chroot.stop();
  }
}

async function startPostgres(chroot: Chroot, { environment: env, healthcheck }: Service): Promise<void> {
  const { code, output } = await chroot.run(['bash', '-ec', POSTGRES], { env });
  ensure(code === 0, output);
  const [, ...test] = healthcheck?.test ?? [];
  await chroot.until(test, {});
}

async function startCaddy(chroot: Chroot, { environment }: Service): Promise<void> {
  const env = { ...environment, XDG_DATA_HOME: DATA };
  chroot.spawn(['caddy', 'run', ...CONFIG], { env });
  await chroot.until(['bash', '-c', `test -s ${AUTHORITY} && exec 3<>/dev/tcp/127.0.0.1/443`], {});
}

function serviceOf({ services }: ComposeFile, name: string): Service {
  const service = services[name];
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  return service;
}

/** Returns what an engine mounts: secrets, files of the checkout, and memory, for which a folder of the run stands in. */
function mountsOf(file: ComposeFile, name: string, folder: string): Mount[] {
  const { secrets = [], volumes = [], tmpfs = [] } = serviceOf(file, name);
  const files = volumes.map(mountOf).filter(({ source }) => source.startsWith('/'));
  const inMemory = tmpfs
    .filter((target) => target !== '/tmp')
    .map((target) => {
      const source = join(folder, `memory-${name}${target.replaceAll('/', '-')}`);
      mkdirSync(source, { recursive: true });
      chmodSync(source, 0o1777);
      return { source, target, writable: true };
    });
  const secret = ({ source }: { source: string }) => ({
    source: file.secrets?.[source]?.file ?? '',
    target: `/run/secrets/${source}`,
  });
  return [...secrets.map(secret), ...files, ...inMemory];
}
