import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { Chroot } from './chroot.ts';
import { type Claim, ensure, type Part } from './claim.ts';
import { readCompose } from './compose-file.ts';
import { CONTAINER_STEPS } from './container-steps.ts';
import { standIns } from './containers.ts';
import { DEBIAN_TOOLS, runFolder, unpack } from './debian.ts';
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
  run: async (prove) => {
    const folder = runFolder();
    try {
      const deploy = join(folder, 'deploy');
      cpSync(join(ROOT, 'deploy'), deploy, { recursive: true });
      writeFileSync(join(deploy, '.env'), 'FRAMME_HOST=framme.example.org\n');
      for (const name of ['compose.yaml', 'compose.postgres.yaml']) await prove(isRead(deploy, name));
      await prove(isValid(deploy, folder));
      rmSync(join(deploy, '.env'));
      await prove(followed(deploy, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function isRead(deploy: string, name: string): Claim {
  const file = join(deploy, name);
  return {
    name: `docker-compose config reads ${name}`,
    run: async () => Object.keys(readCompose(file).services).join(', '),
    control: {
      what: 'a misspelt key',
      run: async () => {
        const wrong = join(deploy, `wrong-${name}`);
        writeFileSync(wrong, readFileSync(file, 'utf8').replace('read_only:', 'read_onyl:'));
        return refusal(() => readCompose(wrong), /read_onyl/);
      },
    },
  };
}

function isValid(deploy: string, folder: string): Claim {
  const file = join(deploy, 'Caddyfile');
  return {
    name: 'caddy validate takes the Caddyfile',
    run: () => validate(file, folder),
    control: {
      what: 'a misspelt directive',
      run: async () => {
        const wrong = join(deploy, 'WrongCaddyfile');
        writeFileSync(wrong, readFileSync(file, 'utf8').replace('health_uri', 'health_url'));
        return refusal(() => validate(wrong, folder), /health_url/);
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

/** Returns the words of an error that has to come, and to name `reason`. */
async function refusal(run: () => unknown, reason: RegExp): Promise<string> {
  try {
    await run();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    ensure(reason.test(words), words);
    return words.split('\n').find((line) => reason.test(line)) ?? words;
  }
  throw new Error('It was taken.');
}
