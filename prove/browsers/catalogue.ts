import { closedTab, killedBrowser, offlineStart, wrongClock } from './checks.ts';
import type { Engine } from './engine.ts';
import { installedApp, missingForApps } from './installed-app.ts';
import type { Place } from './place.ts';
import { followedVisit } from './reader-tab.ts';
import * as without from './removals.ts';
import { lateTrip, toldDevice } from './told-device.ts';
import { waitingTaps } from './waiting-taps.ts';

/** A claim about an engine, and the safeguard without which it must not hold. */
export interface Check {
  name: string;
  /** Returns what was seen, in words. */
  run: (place: Place) => Promise<string>;
  without: without.Removal;
  /** Left out, it runs in every engine. */
  runsIn?: (engine: Engine) => boolean;
  /** Returns what is missing beside the engine. */
  missing?: (engine: Engine) => string | undefined;
}

/** All checks, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  { name: 'start without a network', run: offlineStart, without: without.noWorker },
  {
    name: 'killed browser',
    run: killedBrowser,
    without: without.noDisk,
    runsIn: ({ keepsProfile }) => keepsProfile,
  },
  { name: 'closed tab', run: closedTab, without: without.noJournal },
  { name: 'wrong clock, slow upload', run: wrongClock, without: without.noEstimate },
  { name: 'a thousand taps that wait in two tabs', run: waitingTaps, without: without.noLock },
  { name: 'a link to a visit', run: followedVisit, without: without.noVisitStream },
  {
    name: 'installed app',
    run: installedApp,
    without: without.noWorker,
    runsIn: ({ name }) => name === 'Chromium',
    missing: missingForApps,
  },
  {
    name: 'told by a push service',
    run: toldDevice,
    without: without.noPushListener,
    runsIn: ({ name }) => name === 'Firefox',
  },
  {
    name: 'told of a late trip',
    run: lateTrip,
    without: without.noPushListener,
    runsIn: ({ preloads }) => preloads,
    missing: ({ name }) =>
      name === 'Chromium' && !process.env.CHROMIUM_PATH
        ? 'a Chromium that shows notifications: apt-get install chromium, and set CHROMIUM_PATH'
        : undefined,
  },
];
