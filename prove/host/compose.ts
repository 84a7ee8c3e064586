import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { Chroot } from './chroot.ts';
import { type Claim, ensure, type Part, refusal } from './claim.ts';
import { readCompose } from './compose-file.ts';
import { CONTAINER_STEPS } from './container-steps.ts';
import { standIns } from './containers.ts';
import { DEBIAN_TOOLS, unpack } from './debian.ts';
import { Engine } from './engine.ts';
import { blocksOf, paired } from './page-blocks.ts';

const PAGE = 'containers.md';

/** The compose files are read by docker-compose, and each command of the page on containers is run as they say, without an engine. */
export const compose: Part = {
  name: 'compose',
  tools: [
    ...DEBIAN_TOOLS,
    { program: 'buildah', get: 'apt-get install buildah' },
    { program: 'docker-compose', get: 'apt-get install docker-compose' },
    { program: 'openssl', get: 'apt-get install openssl' },
  ],
  run: async (prove, folder) => {
    const deploy = join(folder, 'deploy');
    cpSync(join(ROOT, 'deploy'), deploy, { recursive: true });
    writeFileSync(join(deploy, '.env'), 'FRAMME_HOST=framme.example.org\n');
    const services = (file: string) => Object.keys(readCompose(file).services).join(', ');
    for (const name of ['compose.yaml', 'compose.postgres.yaml'])
      await prove(
        isTaken(
          `docker-compose config reads ${name}`,
          join(deploy, name),
          ['read_only:', 'read_onyl:'],
          services,
        ),
      );
    const valid = (file: string) => validate(file, folder);
    await prove(
      isTaken(
        'caddy validate takes the Caddyfile',
        join(deploy, 'Caddyfile'),
        ['health_uri', 'health_url'],
        valid,
      ),
    );
    rmSync(join(deploy, '.env'));
    await prove(followed(deploy, folder));
  },
};

/** A file is taken by the program that reads it, and with a misspelt word refused. */
function isTaken(
  name: string,
  file: string,
  [from, to]: readonly [string, string],
  read: (file: string) => string | Promise<string>,
): Claim {
  return {
    name,
    run: async () => read(file),
    control: {
      what: `${to} instead of ${from}`,
      run: () => {
        const wrong = join(dirname(file), `wrong-${basename(file)}`);
        writeFileSync(wrong, readFileSync(file, 'utf8').replace(from, to));
        return refusal(() => read(wrong), new RegExp(to.replace(':', '')));
      },
    },
  };
}

/** Asks Caddy what it says of a Caddyfile; throws its words if that is not valid. */
async function validate(caddyfile: string, folder: string): Promise<string> {
  const mounts = [{ source: caddyfile, target: '/etc/caddy/Caddyfile' }];
  const chroot = await Chroot.start(unpack(standIns(), join(folder, 'validating')), { mounts });
  try {
    const words = ['--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'];
    const { code, output } = await chroot.run(['caddy', 'validate', ...words]);
    ensure(code === 0, output);
    return output.trim().split('\n').at(-1) ?? '';
  } finally {
    await chroot.stop();
  }
}

function followed(deploy: string, folder: string): Claim {
  const engine = new Engine(folder);
  return {
    name: `docs/hosting/${PAGE}`,
    run: async () => {
      const pairs = paired(PAGE, blocksOf(PAGE), CONTAINER_STEPS);
      for (const { command, step } of pairs) {
        const begun = Date.now();
        await step.run({ engine, deploy }, command);
        console.log(`  ${((Date.now() - begun) / 1000).toFixed(1)} s: ${command.split('\n')[0]}`);
      }
      return `${pairs.length} of ${pairs.length} blocks of commands run`;
    },
    control: {
      what: 'with another password in the secret',
      run: async () => {
        try {
          writeFileSync(
            join(deploy, 'secrets/database-url'),
            'postgres://framme:another@postgres:5432/framme',
          );
          const up = 'docker compose --file compose.postgres.yaml up --wait';
          return await refusal(() => engine.run(`docker compose down; ${up}`, deploy), /password/);
        } finally {
          await engine.stop();
        }
      },
    },
  };
}
