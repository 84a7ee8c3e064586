import { behindNginx, missingNginx } from './behind-nginx.ts';
import { closedTab, killedBrowser, offlineStart, wrongClock } from './checks.ts';
import type { Engine } from './engine.ts';
import { followedVisit } from './followed-visit.ts';
import { missingForApps } from './installable.ts';
import { installedApp } from './installed-app.ts';
import { pressedNotification, shownMessages } from './notifications.ts';
import { missingForNotifications } from './notified-chromium.ts';
import type { Place } from './place.ts';
import {
  noDisk,
  noEstimate,
  noJournal,
  noLock,
  noLooks,
  noOriginCheck,
  noPushListener,
  noVisitStream,
  noWorker,
  type Removal,
} from './removals.ts';
import { toldDevice } from './told-device.ts';
import { waitingTaps } from './waiting-taps.ts';

/** A claim about an engine, and the safeguard without which it must not hold. */
export interface Check {
  name: string;
  /** Returns what was seen, in words. */
  run: (place: Place) => Promise<string>;
  without: Removal;
  /** Left out, it runs in every engine. */
  runsIn?: (engine: Engine) => boolean;
  /** Returns what is missing beside the engine. */
  missing?: () => string | undefined;
}

/** All checks, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  { name: 'start without a network', run: offlineStart, without: noWorker },
  {
    name: 'killed browser',
    run: killedBrowser,
    without: noDisk,
    runsIn: ({ keepsProfile }) => keepsProfile,
  },
  { name: 'closed tab', run: closedTab, without: noJournal },
  { name: 'wrong clock, slow upload', run: wrongClock, without: noEstimate },
  { name: 'a thousand taps that wait in two tabs', run: waitingTaps, without: noLock },
  { name: 'a link to a visit', run: followedVisit, without: noVisitStream },
  {
    name: 'a link behind a proxy that buffers',
    run: behindNginx,
    without: noLooks,
    runsIn: ({ name }) => name === 'Chromium',
    missing: missingNginx,
  },
  {
    name: 'installed app',
    run: installedApp,
    without: noWorker,
    runsIn: ({ name }) => name === 'Chromium',
    missing: missingForApps,
  },
  {
    name: 'told by a push service',
    run: toldDevice,
    without: noPushListener,
    runsIn: ({ name }) => name === 'Firefox',
  },
  {
    name: 'messages to a stopped worker',
    run: shownMessages,
    without: noPushListener,
    runsIn: ({ name }) => name === 'Chromium',
    missing: missingForNotifications,
  },
  {
    name: 'a press on a notification',
    run: pressedNotification,
    without: noOriginCheck,
    runsIn: ({ name }) => name === 'Chromium',
    missing: missingForNotifications,
  },
];
