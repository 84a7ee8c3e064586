import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Claim, ensure, type Part } from './claim.ts';
import { DEBIAN_TOOLS, runFolder } from './debian.ts';
import { look, register } from './family.ts';
import { buildImage, Container, type OciImage } from './oci-image.ts';

/** The image builds, and runs as any user on a root file system that nobody can write. */
export const image: Part = {
  name: 'image',
  tools: [...DEBIAN_TOOLS, { program: 'buildah', get: 'apt-get install buildah' }],
  run: async (prove) => {
    const folder = runFolder();
    try {
      const built = buildImage(folder);
      await prove(runsReadOnly(built, folder));
      await prove(asksItself(built, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const DOOR = { url: 'http://127.0.0.1:3000' };

function runsReadOnly(built: OciImage, folder: string): Claim {
  return {
    name: 'it serves as any user, writes nothing but /data, and keeps it',
    run: async () => {
      const uid = randomInt(20_000, 60_000);
      const data = dataFolder(folder, uid);
      const first = await serving(built, uid, data);
      const refused = 'for f in /x /framme/x /etc/x; do touch $f 2>&1; done; touch /data/x';
      const { code, output } = await first.run('sh', '-c', refused);
      const refusals = output.match(/Read-only file system/g) ?? [];
      ensure(code === 0 && refusals.length === 3, `more can be written: ${output}`);
      register(first.chroot, DOOR, 'anna@example.org');
      await first.chroot.stop();
      const second = await serving(built, uid, data);
      const here = look(second.chroot, DOOR, 'anna@example.org');
      await second.chroot.stop();
      ensure(here === 'Ella', `after a restart: ${here}`);
      return `healthy as user ${uid}; after a restart Ella was still here`;
    },
    control: {
      what: 'without a folder that it may write',
      run: () => refusal(built, { uid: 54_321 }),
    },
  };
}

function asksItself(built: OciImage, folder: string): Claim {
  return {
    name: 'its health check, without curl, says that it serves',
    run: async () => {
      const container = await serving(built, 10_001, dataFolder(folder, 10_001));
      const { code } = await container.health();
      await container.chroot.stop();
      ensure(code === 0, `the check ended with ${code}`);
      return 'exit code 0';
    },
    control: {
      what: 'asked where nothing serves',
      run: async () => {
        const container = await Container.start(built);
        const { code } = await container.health();
        await container.chroot.stop();
        ensure(code === 1, `the check ended with ${code}`);
        return 'exit code 1';
      },
    },
  };
}

function dataFolder(folder: string, uid: number): string {
  const data = join(folder, `data-${uid}`);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, uid, uid);
  return data;
}

async function serving(built: OciImage, uid: number, data: string): Promise<Container> {
  const mounts = [{ source: data, target: '/data', writable: true }];
  const container = await Container.start(built, { uid, mounts });
  await container.serving();
  return container;
}

/** Returns the sentence with which the image refuses to start; throws if it starts, or says it otherwise. */
async function refusal(built: OciImage, options: { uid: number }): Promise<string> {
  const container = await Container.start(built, options);
  const server = container.serve();
  const [code] = (await once(server.child, 'close')) as [number | null];
  await container.chroot.stop();
  const said = server.output.trim();
  const isSentence =
    code === 1 && /cannot write to the data folder \/data/.test(said) && !/^ +at /m.test(said);
  ensure(isSentence, `it ended with ${code}: ${said}`);
  return `exit code 1, "${said}"`;
}
