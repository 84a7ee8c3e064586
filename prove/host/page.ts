import { join } from 'node:path';
import { type Claim, ensure, type Part } from './claim.ts';
import { DEBIAN_TOOLS, type Release } from './debian.ts';
import { EmptyServer } from './empty-server.ts';
import { blocksOf, countCommands, paired } from './page-blocks.ts';
import { runStep } from './page-run.ts';
import { makeAgain, openByHttps, uploadRelease } from './page-start.ts';
import { PAGES } from './page-steps.ts';

/** From nothing to the first check-in over https. */
const MOST_COMMANDS = 12;
const MOST_SECONDS = 600;

/** The pages for hosts do what they say, from an empty Debian to https, mail, a timed backup and a checked restore. */
export const page: Part = {
  name: 'page',
  tools: [
    ...DEBIAN_TOOLS,
    { program: 'npm', get: 'apt-get install npm' },
    { program: 'openssl', get: 'apt-get install openssl' },
  ],
  run: async (prove, folder) => {
    // Debian 13 first: a checkout there makes the release that both install.
    for (const release of [13, 12] as const) await prove(followed(release, folder));
  },
};

function followed(release: Release, folder: string): Claim {
  const releases = join(folder, 'releases');
  return {
    name: `the pages of docs/hosting on Debian ${release}`,
    run: async () => {
      const all = Object.entries(PAGES).flatMap(([name, steps]) =>
        paired(name, blocksOf(name), steps).map((pair) => ({ name, ...pair })),
      );
      const pairs = all.filter(({ step }) => step.on?.includes(release) ?? true);
      const server = await EmptyServer.start(release, folder);
      const toHttps = { commands: 0, seconds: 0, isDone: false };
      try {
        for (const { name, command, step } of pairs) {
          const begun = Date.now();
          await runStep(step, { server, folder, releases }, command);
          const seconds = (Date.now() - begun) / 1000;
          console.log(`  ${seconds.toFixed(1)} s: ${name}: ${command.split('\n')[0]}`);
          if (name !== 'install.md' || toHttps.isDone) continue;
          toHttps.commands += countCommands(command);
          toHttps.seconds += seconds;
          toHttps.isDone = step.run === openByHttps;
        }
      } finally {
        await server.chroot.stop();
      }
      if (release === 13) makeAgain(releases);
      const { commands, seconds } = toHttps;
      const count = `${commands} commands and ${Math.ceil(seconds)} s to the first check-in over https`;
      ensure(commands <= MOST_COMMANDS && seconds <= MOST_SECONDS, count);
      const again = release === 13 ? '; the release made again has the same hash' : '';
      const others = pairs.length < all.length ? ', the others are for Debian 13 or a checkout' : '';
      return `${count}; ${pairs.length} of ${all.length} blocks of commands run${others}${again}`;
    },
    control: { what: 'without libatomic1', run: () => withoutLibrary(release, folder, releases) },
  };
}

/** Returns the sentence that names the command which mends it; throws if there is none. */
async function withoutLibrary(release: Release, folder: string, releases: string): Promise<string> {
  const server = await EmptyServer.start(release, folder);
  try {
    uploadRelease(server, releases);
    const start = 'tar -xzf framme-*.tar.gz && framme-*/deploy/install';
    const { code, output } = await server.chroot.run(['bash', '-ec', start], { cwd: '/root' });
    const isSaid = code === 1 && output.includes('sudo apt-get install libatomic1');
    ensure(isSaid && !server.has('/opt/framme'), `ended with ${code}: ${output}`);
    return `exit code ${code}, "${output.trim()}"`;
  } finally {
    await server.chroot.stop();
  }
}
