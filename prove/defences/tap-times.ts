import type { Defence } from './defence.ts';

const PLACED = { project: 'unit', file: 'domain/place-tap.test.ts' } as const;
const STORIES = {
  project: 'unit',
  file: 'client/data/wire/tap-times.test.ts',
  test: 'over slow networks, sleep, reloads and clocks that are set, a tap is within 2 s of the touch or uncertain',
} as const;
const PAGES = { project: 'unit', file: 'client/data/wire/clock.test.ts' } as const;
const TABS = { project: 'unit', file: 'client/data/device/tabs.test.ts' } as const;

/** The reckoning of a tap's time, the present of the screens, and taps of closed tabs (decision 0033). */
export const tapTimeDefences: readonly Defence[] = [
  {
    name: 'tap times: a slow request moves no tap',
    patch: [
      {
        file: 'server/sync/prepare-op.ts',
        from: 'receivedAt: first, estimate });',
        to: 'receivedAt: first, ...(!estimate && { estimate }) });',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/tap-times.test.ts',
      test: 'a request that takes 12 s to arrive does not move its taps',
    },
  },
  {
    name: 'tap times: what is sent again vouches for no time over 90 days ago',
    patch: [
      {
        file: 'server/sync/prepare-op.ts',
        from: "placed.at < oldest ? 'uncertain' : placed.certainty",
        to: 'placed.certainty',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/tap-times.test.ts',
      test: 'a tap that says it was first sent 80 days ago, at the age of 80 days is uncertain, and goes no further back',
    },
  },
  {
    name: 'tap times: an estimate brings no tap after its request',
    patch: [
      {
        file: 'domain/place-tap.ts',
        from: 'const isFuture = estimate.at - receivedAt > DISAGREEMENT_MS;',
        to: 'const isFuture = false;',
      },
      {
        file: 'domain/place-tap.ts',
        from: 'const at = Math.min(estimate.at, receivedAt);',
        to: 'const { at } = estimate;',
      },
    ],
    guard: {
      ...PLACED,
      test: 'is never after the request, and reaches back no further than an older page may',
    },
  },
  {
    name: 'tap times: what contradicts the age by a former difference is uncertain',
    patch: [
      {
        file: 'domain/place-tap.ts',
        from: "return isSlow ? { at, certainty: 'uncertain' } : doubt;",
        to: 'return isSlow ? { at, certainty } : byAge;',
      },
    ],
    guard: STORIES,
  },
  {
    name: 'tap times: a clock behind the last reply was set, and what was learned before is doubted',
    patch: [
      {
        file: 'client/data/wire/clock.ts',
        from: 'const isSet = lastHeard - this.#environment.now() > TOLERANCE;',
        to: 'const isSet = lastHeard < -TOLERANCE;',
      },
    ],
    guard: STORIES,
  },
  {
    name: 'tap times: a slow exchange does not replace what a quick one told',
    patch: [
      {
        file: 'client/data/wire/frame.ts',
        from: 'const isContrary = this.gapTo(low, high, at) > 0;',
        to: 'const isContrary = true;',
      },
    ],
    guard: {
      ...STORIES,
      test: 'once its page has heard the server quickly, no tap of a wrong clock or a slow network is uncertain',
    },
  },
  {
    name: 'tap times: ages that reach over a set clock are doubted where the difference was never known closely',
    patch: [
      {
        file: 'client/data/wire/clock.ts',
        from: "if (known.basisAt(at) !== 'measured') this.#doubtFormer(at);",
        to: '',
      },
    ],
    guard: STORIES,
  },
  {
    name: "the present: screens show the server's clock",
    patch: [
      {
        file: 'client/data/wire/clock.ts',
        from: 'return this.now() + this.#period.frame.skew;',
        to: 'return this.#environment.now();',
      },
    ],
    guard: {
      ...PAGES,
      test: 'the present of the screens is the server’s, offline, after a reload and once the clock was set',
    },
  },
  {
    name: 'the present: a live stream does not hide that the clock was set',
    patch: [
      {
        file: 'client/data/wire/sync-client.ts',
        from: 'this.#live.isLive && !clock.isUncertain',
        to: 'this.#live.isLive',
      },
    ],
    guard: { ...PAGES, test: 'a live stream does not keep a clock that was set forward from being noticed' },
  },
  {
    name: 'journal: another tab adopts what a closed one left',
    patch: [
      {
        file: 'client/data/device/household-state.ts',
        from: 'if (isNew) this.pending = pending;',
        to: '',
      },
    ],
    guard: {
      ...TABS,
      test: 'what a tab left in the journal when it was closed is shown and sent by another within 2 s',
    },
  },
];
