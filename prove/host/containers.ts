import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Chroot, type Mount, type RunOptions } from './chroot.ts';
import { ensure } from './claim.ts';
import { type ComposeFile, mountOf, type Service } from './compose-file.ts';
import { debianArchive, unpack } from './debian.ts';
import { Families } from './family.ts';
import { buildImage, environmentOf, healthCheckOf, type OciImage } from './oci-image.ts';

/** The folder of the data in Caddy's image, and the certificate of the authority that stands in for a public one. */
const CADDY_DATA = '/data';
const AUTHORITY = `${CADDY_DATA}/caddy/pki/authorities/local/root.crt`;
/** A copy of it, which Framme trusts. */
const TRUSTED = '/etc/ssl/authority.pem';

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

/** A container without an engine: a chroot with its mounts, and how its commands are run there. */
interface Container {
  chroot: Chroot;
  service: Service;
  options: RunOptions;
  ended?: Promise<unknown>;
}

interface Answer {
  code: number;
  output: Buffer;
}

/**
 * The containers of a compose file without an engine: they run what it says, Framme's read-only and as the image's user, in a
 * network of their own. Caddy and PostgreSQL are Debian's.
 */
export class Containers {
  readonly #folder: string;
  readonly #containers = new Map<string, Container>();
  #image: OciImage | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Families, who reach it by the container of Caddy. */
  get families(): Families {
    const hosts = join(this.#folder, 'hosts');
    const door = { url: 'https://framme.example.org', hosts, authority: this.#trusted };
    return new Families(this.#container('caddy').chroot, door);
  }

  build(): void {
    this.#image ??= buildImage(this.#folder);
  }

  /** Starts all services, anew those of an image that was built; returns once each is healthy. */
  async up(file: ComposeFile): Promise<void> {
    const names = ['caddy', ...Object.keys(file.services).filter((name) => name !== 'caddy')];
    if (this.#containers.size === 0) {
      writeFileSync(
        join(this.#folder, 'hosts'),
        hostsOf(names.map((name) => [name, ...(name === 'caddy' ? ['framme.example.org'] : [])])),
      );
      writeFileSync(this.#trusted, '');
      for (const name of names) this.#containers.set(name, await this.#create(name, file));
      connect([...this.#containers.values()].map(({ chroot }) => chroot));
    } else for (const name of names.filter((one) => isOurs(this.#container(one)))) await this.end(name);
    for (const name of [...names].sort((one, other) => orderOf(one) - orderOf(other)))
      if (this.#container(name).ended === undefined) await this.begin(name);
  }

  async #create(name: string, file: ComposeFile): Promise<Container> {
    const service = file.services[name];
    if (service === undefined) throw new Error(`There is no service ${name}.`);
    const mounts = [...mountsOf(this.#folder, name, file), ...this.#volumes(service)];
    if (service.image !== 'framme') {
      const root = unpack(standIns(), join(this.#folder, name));
      // For Caddy: an authority of its own stands in for a public one.
      writeFileSync(
        join(root, 'etc/caddy/internal'),
        '{\n\tlocal_certs\n\tskip_install_trust\n}\nimport /etc/caddy/Caddyfile\n',
      );
      const chroot = await Chroot.start(root, { mounts: [...mounts, ...this.#names()] });
      return { chroot, service, options: { env: service.environment } };
    }
    const image = this.#image;
    if (image === undefined) throw new Error('There is no image framme.');
    const trusted = { source: this.#trusted, target: TRUSTED };
    const chroot = await Chroot.start(image.root, {
      readOnly: true,
      mounts: [...mounts, ...this.#names(), trusted],
    });
    const env = { ...environmentOf(image), NODE_EXTRA_CA_CERTS: TRUSTED, ...service.environment };
    return { chroot, service, options: { uid: Number.parseInt(image.config.User, 10), env } };
  }

  /** Starts the program of a container; returns once its health check is content. */
  async begin(name: string): Promise<void> {
    const container = this.#container(name);
    const { chroot, service, options } = container;
    if (name === 'postgres') {
      const { code, output } = await chroot.run(['bash', '-ec', POSTGRES], options);
      ensure(code === 0, output);
      container.ended = Promise.resolve();
      await chroot.until((service.healthcheck?.test ?? []).slice(1), {});
      return;
    }
    const { config } = this.#image ?? {};
    const entry = isOurs(container)
      ? (config?.Entrypoint ?? [])
      : ['caddy', 'run', '--config', '/etc/caddy/internal', '--adapter', 'caddyfile'];
    const own = isOurs(container) ? (config?.Cmd ?? []) : [];
    const words = [...(service.entrypoint ?? entry), ...(service.command ?? own)];
    // A dollar is doubled in what docker-compose says; nobody waits ten minutes here.
    const program = words.map((word) => word.replaceAll('$$', '$').replace('sleep 10m', 'sleep 2'));
    const said = chroot.spawn(
      program,
      name === 'caddy' ? { env: { ...options.env, XDG_DATA_HOME: CADDY_DATA } } : options,
    );
    container.ended = once(said.child, 'close');
    const refused = container.ended.then(() => {
      throw new Error(`${name} ended: ${said.output.trim()}`);
    });
    refused.catch(() => undefined);
    await Promise.race([refused, this.#healthy(name, container)]);
  }

  async #healthy(name: string, { chroot, service, options }: Container): Promise<void> {
    if (name === 'caddy') {
      await chroot.until(['bash', '-c', `test -s ${AUTHORITY} && exec 3<>/dev/tcp/127.0.0.1/443`], {});
      writeFileSync(this.#trusted, (await chroot.run(['cat', AUTHORITY])).output);
    } else if (service.healthcheck?.test[0] !== 'NONE' && this.#image)
      await chroot.until(healthCheckOf(this.#image), options);
  }

  /** Asks the processes of a container to end, and waits until they have. */
  async end(name: string): Promise<void> {
    const container = this.#container(name);
    await container.chroot.run(['sh', '-c', 'kill -TERM -1']);
    await container.ended;
    delete container.ended;
  }

  async down(): Promise<void> {
    for (const { chroot } of this.#containers.values()) await chroot.stop();
    this.#containers.clear();
  }

  /** Runs a command in a container, or the image's own program with these words. */
  async exec(name: string, words: readonly string[], input: Buffer, isProgram: boolean): Promise<Answer> {
    const { chroot, options } = this.#container(name);
    const command = [...(isProgram ? (this.#image?.config.Entrypoint ?? []) : []), ...words];
    const { child } = chroot.spawn(command, { ...options, input });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 1, output: Buffer.concat(chunks) };
  }

  /** Copies a folder of a volume out of its container. */
  copy([from = '', to = '']: readonly string[], cwd: string): void {
    const [name = '', path = ''] = from.split(':');
    const volume = this.#volumes(this.#container(name).service).find(({ target }) => path.startsWith(target));
    ensure(volume !== undefined, `${path} lies in no volume.`);
    cpSync(join(volume?.source ?? '', path.slice(volume?.target.length)), join(cwd, to, basename(path)), {
      recursive: true,
    });
  }

  #container(name: string): Container {
    const container = this.#containers.get(name);
    if (container === undefined) throw new Error(`There is no container ${name}.`);
    return container;
  }

  /** Named volumes; a new one takes its owner and mode from the image. */
  #volumes({ image, volumes = [] }: Service): Mount[] {
    if (image !== 'framme') return [];
    const named = volumes.map(mountOf).filter(({ source }) => !source.startsWith('/'));
    return named.map(({ source: name, target }) => {
      const source = join(this.#folder, 'volumes', name);
      if (!existsSync(source) && this.#image) {
        const { uid, gid, mode } = statSync(join(this.#image.root, target));
        mkdirSync(source, { recursive: true });
        chownSync(source, uid, gid);
        chmodSync(source, mode & 0o7777);
      }
      return { source, target, writable: true };
    });
  }

  #names(): Mount[] {
    return [{ source: join(this.#folder, 'hosts'), target: '/etc/hosts' }];
  }

  get #trusted(): string {
    return join(this.#folder, 'authority.pem');
  }
}

const isOurs = ({ service }: Container) => service.image === 'framme';

/** PostgreSQL first, Caddy last. */
function orderOf(name: string): number {
  return ['postgres', 'framme', 'backup', 'caddy'].findIndex((one) => name.startsWith(one));
}

/** An archive with Debian's packages of what the compose files take from a registry. */
export function standIns(): string {
  return debianArchive(13, { packages: ['ca-certificates', 'caddy', 'postgresql'] });
}

/** What an engine mounts: secrets, files of the checkout, and memory, for which a folder of the run stands in. */
function mountsOf(folder: string, name: string, file: ComposeFile): Mount[] {
  const { secrets = [], volumes = [], tmpfs = [] } = file.services[name] ?? {};
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

/** The address of the first one, and of the others in their order. */
const address = (index: number) => `10.88.0.${index + 1}`;

/** A file like /etc/hosts for such a network. */
function hostsOf(names: readonly (readonly string[])[]): string {
  return ['127.0.0.1 localhost', ...names.map((own, index) => `${address(index)} ${own.join(' ')}`), ''].join(
    '\n',
  );
}

/** Joins chroots by cables to a bridge in the first one, as an engine joins containers. */
function connect(chroots: readonly Chroot[]): void {
  const [first, ...others] = chroots;
  if (first === undefined) return;
  inside(first, 'link', 'add', 'bridge', 'type', 'bridge');
  inside(first, 'addr', 'add', `${address(0)}/24`, 'dev', 'bridge');
  inside(first, 'link', 'set', 'bridge', 'up');
  for (const [index, other] of others.entries()) {
    const port = `port${index}`;
    const ends = [port, 'netns', `${first.pid}`, 'type', 'veth', 'peer', 'eth0', 'netns', `${other.pid}`];
    execFileSync('ip', ['link', 'add', ...ends]);
    inside(first, 'link', 'set', port, 'master', 'bridge', 'up');
    inside(other, 'addr', 'add', `${address(index + 1)}/24`, 'dev', 'eth0');
    inside(other, 'link', 'set', 'eth0', 'up');
  }
}

function inside({ pid }: Chroot, ...words: string[]): void {
  execFileSync('nsenter', [`--target=${pid}`, '--net', 'ip', ...words]);
}
