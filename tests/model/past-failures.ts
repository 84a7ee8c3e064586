/**
 * Stories that once ended badly, by the seed and path that fast-check gave them, or written out: they run first, for
 * ever. A seed leads to the same story only as long as tests/model/steps.ts stays as it is, so write out what matters.
 */
import type { Story } from './steps.ts';

export const PAST_SEEDS: readonly { seed: number; path: string; was: string }[] = [];

export const PAST_STORIES: readonly { was: string; story: Story }[] = [
  {
    was: 'two tabs that could only journal',
    story: {
      hasLocks: false,
      hasStreams: false,
      steps: [
        { do: 'storage', phone: 1, what: 'database', state: 'refuses' },
        { do: 'tap', phone: 1, tab: 1, who: 0, status: 'checkIn', awaited: true },
        { do: 'tap', phone: 1, tab: 0, who: 0, status: 'checkOut', awaited: true },
      ],
    },
  },
];
