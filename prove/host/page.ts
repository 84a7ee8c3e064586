import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { type Claim, ensure, type Part } from './claim.ts';
import { DEBIAN_TOOLS, type Release, runFolder } from './debian.ts';
import { EmptyServer } from './empty-server.ts';
import { commandsOf, paired } from './page-blocks.ts';
import { STEPS } from './page-steps.ts';

/** The page on self-hosting does what it says, from an empty Debian to https, mail, a timed backup and a checked restore. */
export const page: Part = {
  name: 'page',
  tools: [
    ...DEBIAN_TOOLS,
    { program: 'npm', get: 'apt-get install npm' },
    { program: 'openssl', get: 'apt-get install openssl' },
  ],
  run: async (prove) => {
    const folder = runFolder();
    try {
      // Debian 13 first: a checkout there makes the release that both install.
      for (const release of [13, 12] as const) await prove(followed(release, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function followed(release: Release, folder: string): Claim {
  const archive = join(folder, 'framme.tar.gz');
  return {
    name: `docs/self-hosting.md on Debian ${release}`,
    run: async () => {
      const commands = commandsOf(readFileSync(join(ROOT, 'docs/self-hosting.md'), 'utf8'));
      const pairs = paired(commands, STEPS).filter(({ step }) => step.on?.includes(release) ?? true);
      const server = await EmptyServer.start(release, folder);
      try {
        for (const { command, step } of pairs) {
          const begun = Date.now();
          await step.run({ server, folder, archive }, command);
          const [line = ''] = command.split('\n');
          console.log(`  ${((Date.now() - begun) / 1000).toFixed(1)} s: ${line}`);
        }
      } finally {
        await server.chroot.stop();
      }
      const others = pairs.length < commands.length ? ', the others are for Debian 13 or a checkout' : '';
      return `${pairs.length} of ${commands.length} blocks of commands run${others}`;
    },
    control: { what: 'without libatomic1', run: () => withoutLibrary(release, folder, archive) },
  };
}

/** Returns the sentence that names the command which mends it; throws if there is none. */
async function withoutLibrary(release: Release, folder: string, archive: string): Promise<string> {
  const server = await EmptyServer.start(release, folder);
  try {
    server.upload(archive, 'framme.tar.gz');
    const start =
      'tar -xzf framme.tar.gz --strip-components=1 --directory=/opt && exec /opt/bin/framme serve';
    const { code, output } = await server.chroot.run(['bash', '-ec', start], { cwd: '/root/uploads' });
    ensure(code === 1 && output.includes('sudo apt-get install libatomic1'), `ended with ${code}: ${output}`);
    return `exit code ${code}, "${output.trim()}"`;
  } finally {
    await server.chroot.stop();
  }
}
