import type { Defence } from './defence.ts';

const PLAN_WATCH = 'client/features/links/plan-watch.ts';
const NEW_LINK = 'client/features/tell/new-link.ts';

/** Links and planned times of the family that has the visit at home, and what it answers to a refusal. */
export const givenLinkDefences: readonly Defence[] = [
  {
    name: 'nudge: a planned time is looked up anew before it is told',
    patch: [{ file: PLAN_WATCH, from: 'if (!standing.has(key)) continue;', to: '' }],
    guard: {
      project: 'unit',
      file: 'client/features/links/plan-watch.test.ts',
      test: 'a time that another phone moved nudges at the new one alone, also if it was moved this very moment',
    },
  },
  {
    name: 'nudge: a planned time is told once, whatever the clock does',
    patch: [{ file: PLAN_WATCH, from: 'this.#nudged.add(key);', to: '' }],
    guard: {
      project: 'unit',
      file: 'client/features/links/plan-watch.test.ts',
      test: 'the corrected clock counts, and one that runs back nudges no second time',
    },
  },
  {
    name: 'new link: however often it is pressed, one link is given',
    patch: [
      {
        file: NEW_LINK,
        from: 'if (!this.#giving || this.#showsPhone !== showsPhone) this.#giving',
        to: 'this.#giving',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/features/tell/new-link.test.ts',
      test: 'pressed twice a link is given once, by its hash',
    },
  },
  {
    name: 'new link: the server learns the hash, never the secret',
    patch: [{ file: NEW_LINK, from: 'run(await hashOf(this.#secret), ', to: 'run(this.#secret, ' }],
    guard: {
      project: 'unit',
      file: 'client/features/tell/new-link.test.ts',
      test: 'pressed twice a link is given once, by its hash',
    },
  },
  {
    name: 'refusal: an answer from before it lifts nothing',
    patch: [
      {
        file: 'domain/commands/allow-links.ts',
        from: "if (at < linkRefusal.at) return refuse('superseded');",
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'domain/commands/give-link.test.ts',
      test: 'what a host answered before the other family said no again lifts nothing and keeps nobody',
    },
  },
];
