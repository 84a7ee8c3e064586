import type { Figure } from './figure.ts';
import { failedSync } from './figures/failed-sync.ts';
import { fullDisk } from './figures/full-disk.ts';
import { killedServer } from './figures/killed-server.ts';
import { migrations } from './figures/migrations.ts';
import { model } from './figures/model.ts';
import { oddInputs } from './figures/odd-inputs.ts';
import { postgresRestarts } from './figures/postgres-restarts.ts';
import { powerCut } from './figures/power-cut.ts';
import { sameTime } from './figures/same-time.ts';
import { stalledReaders } from './figures/stalled-readers.ts';
import { twoInstances } from './figures/two-instances.ts';
import { whoMay } from './figures/who-may.ts';

/** Every figure that npm run prove measures. */
export const FIGURES: readonly Figure[] = [
  killedServer,
  powerCut,
  failedSync,
  model,
  whoMay,
  oddInputs,
  fullDisk,
  postgresRestarts,
  twoInstances,
  stalledReaders,
  migrations,
  sameTime,
];
