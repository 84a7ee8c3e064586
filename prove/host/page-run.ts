import { ensure } from './claim.ts';
import type { Release } from './debian.ts';
import type { EmptyServer } from './empty-server.ts';

/** One run of the pages in docs/hosting, on one Debian. */
export interface PageRun {
  server: EmptyServer;
  /** For files of the run. */
  folder: string;
  /** The folder with the archive of a release and its SHA256SUMS, which a checkout on Debian 13 makes. */
  releases: string;
}

/** Runs one block of its commands, and checks what must be so after it. */
export interface Step {
  /** Text that the block holds. */
  holds: string;
  /** The Debian that it is for; all if left out. */
  on?: readonly Release[];
  /** Left out, root runs the commands. */
  run?: (page: PageRun, command: string) => Promise<unknown>;
  /** The words that they print to root. */
  says?: RegExp;
}

export async function runStep({ run, says = /(?:)/ }: Step, page: PageRun, command: string): Promise<void> {
  if (run) return void (await run(page, command));
  const said = await page.server.root(command);
  ensure(says.test(said), said);
}

/** As root, with the network from which packages come. */
export const online = ({ server }: PageRun, command: string) => server.root(command, { online: true });
