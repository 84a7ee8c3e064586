import { DAY_MS } from '#domain/time.ts';
import type { Step } from './steps.ts';

/** Stories that failed once, written out: a seed gives the same story only while steps.ts is unchanged. */
export const PAST_STORIES: Readonly<Record<string, readonly Step[]>> = {
  'a reply came after memory had given way': [
    { do: 'tap', phone: 0, tab: 1, who: 0, status: 'checkIn', awaited: false },
    { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkIn', awaited: false },
    { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkIn', awaited: false },
    { do: 'storage', phone: 1, what: 'database', state: 'write-aborts' },
    { do: 'tap', phone: 1, tab: 1, who: 1, status: 'checkIn', awaited: false },
  ],
  'two tabs that could only journal': [
    { do: 'storage', phone: 1, what: 'database', state: 'refuses' },
    { do: 'tap', phone: 1, tab: 1, who: 0, status: 'checkIn', awaited: true },
    { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkOut', awaited: true },
  ],
  'a tap waited for ever in a tab that had adopted it, after another tab had it refused': [
    { do: 'tap', phone: 1, tab: 0, who: 1, status: 'checkIn', awaited: false },
    { do: 'tap', phone: 0, tab: 0, who: 1, status: 'checkIn', awaited: false },
    { do: 'storage', phone: 0, what: 'database', state: 'write-aborts' },
    { do: 'addGuest', phone: 0, tab: 0 },
    { do: 'giveLink', phone: 0, tab: 0, pick: 0, which: 0 },
    { do: 'removeVisit', phone: 1, tab: 0, pick: 0, undone: false },
  ],
  'a tab sent its tap before one of another tab that it could never read': [
    { do: 'addGuest', phone: 0, tab: 0 },
    { do: 'storage', phone: 0, what: 'database', state: 'refuses' },
    { do: 'tap', phone: 0, tab: 1, who: 0, status: 'checkIn', awaited: true },
  ],
  'the model believed the times that a phone claimed for a first sending': [
    { do: 'backUp' },
    { do: 'restore' },
    { do: 'kill', phone: 0, tab: 0 },
    { do: 'network', phone: 0, fault: 'late' },
    { do: 'tap', phone: 0, tab: 0, who: 0, status: 'checkIn', awaited: false },
    { do: 'clock', phone: 0, error: 400 * DAY_MS },
    { do: 'addVisit', phone: 0, tab: 0, who: 0, ago: 13_394_354, length: 929_925 },
  ],
  'memory took over between two taps of a page and numbered the next as the one before': [
    { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkIn', awaited: false },
    { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkIn', awaited: false },
    { do: 'storage', phone: 1, what: 'database', state: 'refuses' },
    { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkIn', awaited: false },
  ],
  'a tap since the restore was placed before those that phones brought back in the same millisecond': [
    { do: 'backUp' },
    { do: 'tap', phone: 1, tab: 0, who: 2, status: 'checkIn', awaited: false },
    { do: 'tap', phone: 1, tab: 1, who: 0, status: 'checkIn', awaited: true },
    { do: 'undo', phone: 0, tab: 0, who: 0 },
    { do: 'removeVisit', phone: 1, tab: 0, pick: 0, undone: true },
    { do: 'restore' },
    { do: 'loseConnections', phone: 0, tab: 0 },
    { do: 'stayNight', phone: 1, tab: 0, pick: 0, stays: false },
    { do: 'tap', phone: 1, tab: 0, who: 2, status: 'checkIn', awaited: true },
    { do: 'deliverLate', pick: 0 },
    { do: 'backUp' },
  ],
};

/** The story whose tabs share their locks. */
export const WITH_LOCKS = 'a reply came after memory had given way';
