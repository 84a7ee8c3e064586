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
  run: (page: PageRun, command: string) => Promise<unknown>;
}

export const asRoot: Step['run'] = ({ server }, command) => server.root(command);

/** As root, with the network from which packages come. */
export const online: Step['run'] = ({ server }, command) => server.root(command, { online: true });
