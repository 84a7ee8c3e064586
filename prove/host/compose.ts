import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { type Claim, ensure, type Part } from './claim.ts';
import { mountOf, readCompose, runHead } from './compose-file.ts';
import { startStack, validate } from './compose-stack.ts';
import { DEBIAN_TOOLS, runFolder } from './debian.ts';
import { lookUntil, register } from './family.ts';
import { buildImage, Container, type OciImage } from './oci-image.ts';

const NAME = { FRAMME_HOST: 'framme.localhost' };

/** The compose files are read by docker-compose, and each of their services runs as they say, without an engine. */
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
      cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true });
      for (const name of ['compose.yaml', 'compose.postgres.yaml']) await prove(isRead(folder, name));
      await prove(isValid(folder));
      const image = buildImage(folder);
      await prove(alone(image, folder));
      await prove(together(image, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function isRead(folder: string, name: string): Claim {
  const file = join(folder, 'deploy', name);
  return {
    name: `docker-compose config reads ${name}`,
    run: async () => Object.keys(readCompose(file, NAME).services).join(', '),
    control: {
      what: 'a misspelt key',
      run: async () => {
        const wrong = join(folder, 'deploy', `wrong-${name}`);
        writeFileSync(wrong, readFileSync(file, 'utf8').replace('read_only:', 'read_onyl:'));
        return refusal(() => readCompose(wrong, NAME), /read_onyl/);
      },
    },
  };
}

function isValid(folder: string): Claim {
  const file = join(folder, 'deploy/Caddyfile');
  return {
    name: 'caddy validate takes the Caddyfile',
    run: () => validate(file, folder),
    control: {
      what: 'a misspelt directive',
      run: async () => {
        const wrong = join(folder, 'deploy/WrongCaddyfile');
        writeFileSync(wrong, readFileSync(file, 'utf8').replace('health_uri', 'health_url'));
        return refusal(() => validate(wrong, folder), /health_url/);
      },
    },
  };
}

function alone(image: OciImage, folder: string): Claim {
  const file = join(folder, 'deploy/compose.yaml');
  const start = async () => {
    const { framme } = readCompose(file, NAME).services;
    ensure(framme !== undefined, 'There is no service framme.');
    const { environment = {}, volumes = [] } = framme ?? {};
    const container = await Container.start(image, { env: environment, mounts: volumes.map(mountOf) });
    return container;
  };
  return {
    name: 'the service of compose.yaml serves from its folder',
    run: async () => {
      runHead(file, folder);
      const container = await start();
      await container.serving();
      const here = register(container.chroot, { url: 'http://localhost:3000' }, 'anna@example.org');
      await container.chroot.stop();
      ensure(here === 'Ella', here);
      return 'healthy, and a family checked Ella in';
    },
    control: {
      what: 'a folder that belongs to root',
      run: async () => {
        rmSync(join(folder, 'data'), { recursive: true });
        mkdirSync(join(folder, 'data'), { mode: 0o700 });
        const container = await start();
        const words = await refusal(() => container.serving(), /cannot write to the data folder \/data/);
        await container.chroot.stop();
        return words;
      },
    },
  };
}

function together(image: OciImage, folder: string): Claim {
  const file = join(folder, 'deploy/compose.postgres.yaml');
  return {
    name: 'compose.postgres.yaml serves by https from two on PostgreSQL, also when one of them is gone',
    run: async () => {
      runHead(file, folder);
      const stack = await startStack(readCompose(file, NAME), image, folder);
      try {
        const registered = register(stack.caddy, stack.door, 'anna@example.org');
        await stack.end('framme-1');
        // As a phone does, which repeats what a proxy answered with 502.
        const here = await lookUntil(stack.caddy, stack.door, 'anna@example.org', 15_000);
        ensure(`${registered},${here}` === 'Ella,Ella', `${registered}, then ${here}`);
        return 'Caddy, PostgreSQL and both healthy; Ella was here, also without framme-1';
      } finally {
        await stack.stop();
      }
    },
    control: {
      what: 'with another password in the secret',
      run: async () => {
        const secret = join(folder, 'deploy/secrets/database-url');
        writeFileSync(secret, 'postgres://framme:another@postgres:5432/framme');
        const words = await refusal(() => startStack(readCompose(file, NAME), image, folder), /password/);
        return words;
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
