import type { Figure } from './figure.ts';
import { authorization } from './figures/authorization.ts';
import { backupUnderWrites } from './figures/backup-under-writes.ts';
import { failedFsync } from './figures/failed-fsync.ts';
import { failover } from './figures/failover.ts';
import { followedFamilies } from './figures/followed-families.ts';
import { fullDisk } from './figures/full-disk.ts';
import { fuzzedInputs } from './figures/fuzzed-inputs.ts';
import { hostileAccount } from './figures/hostile-account.ts';
import { killedServer } from './figures/killed-server.ts';
import { migrations } from './figures/migrations.ts';
import { model } from './figures/model.ts';
import { movedStore } from './figures/moved-store.ts';
import { notifiedDevices } from './figures/notified-devices.ts';
import { offlineHours } from './figures/offline-hours.ts';
import { plannedRestarts } from './figures/planned-restarts.ts';
import { postgresRestarts } from './figures/postgres-restarts.ts';
import { powerCut } from './figures/power-cut.ts';
import { slowClients } from './figures/slow-clients.ts';
import { followingTiming, logInTiming } from './figures/timing.ts';
import { twoInstances } from './figures/two-instances.ts';
import { visitLinks } from './figures/visit-links.ts';

/** The figures that npm run prove measures. */
export const FIGURES: readonly Figure[] = [
  killedServer,
  powerCut,
  failedFsync,
  model,
  authorization,
  fuzzedInputs,
  offlineHours,
  fullDisk,
  postgresRestarts,
  twoInstances,
  backupUnderWrites,
  migrations,
  logInTiming,
  hostileAccount,
  visitLinks,
  plannedRestarts,
  failover,
  movedStore,
  slowClients,
  notifiedDevices,
  followedFamilies,
  followingTiming,
];
