import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { VisitPage, VisitStory } from '../load/visit-story.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const STEPS = 12;
/** A page has to show the last state within this time, in ms: less than the poll that makes up for lost hints. */
const WITHIN = 4000;
/** The most of it that one look counts for, in ms: while the machine stands still, a page gets no time. */
const LONGEST_LOOK = 100;

const PATCH = readEdits(`
@ server/live/open-streams.ts
- stream.openedAt);
-     household.notify();
+ stream.openedAt);
@ server/links/visit-streams.ts
- version !== this.#version;
+ false;
`);

/** Figure 19: whoever has a link sees what was tapped, and nothing else. */
export const visitLinks: Figure = {
  number: 19,
  title: 'a link to a visit: two phones, a reader, a killed server, cut streams, late taps',
  aim: '300 runs: the page ends as the document is, and showed no state that no tap had made, nor any out of order',
  long: { rounds: 300, withinMs: 1_200_000 },
  short: { rounds: 5, withinMs: 20_000 },
  run: stories,
  control: {
    what: 'the same server, whose streams do not look again after reconnecting',
    rounds: 30,
    patch: PATCH,
  },
};

interface Counts {
  shown: number;
  streams: number;
  /** Runs after which the page did not show what the document says. */
  behind: number;
  /** Runs in which a page showed what nobody had tapped, or went back. */
  untrue: number;
}

async function stories(scale: Scale, entry: string): Promise<Finding> {
  const env = { ...compileCache, LOG_LEVEL: 'silent', TRUST_PROXY: '1' };
  await using server = await startServer({ entry, env });
  const counts: Counts = { shown: 0, streams: 0, behind: 0, untrue: 0 };
  const isFound = () => counts.behind + counts.untrue > 0;
  const done = await rounds(scale, (index) => tell(server, rngOf(scale.seed + index), counts), isFound);
  const { shown, streams, behind, untrue } = counts;
  return {
    rounds: done,
    found: `${shown} states shown over ${streams} streams: ${behind} pages behind at the end, ${untrue} with a state that no tap had made`,
    holds: behind + untrue === 0 && streams > 0 && shown >= done,
  };
}

async function tell(server: RunningServer, rng: () => number, counts: Counts): Promise<void> {
  const story = await VisitStory.begin(server, rng);
  const page = new VisitPage(server.url, story.linked.link);
  const following = page.follow();
  for (let step = 0; step < STEPS; step += 1) await story.step(page);
  await story.end(page);
  const last = story.said.at(-1);
  for (let waited = 0; page.state !== last && waited < WITHIN; ) {
    const begun = performance.now();
    await pause(20);
    waited += Math.min(performance.now() - begun, LONGEST_LOOK);
  }
  page.stop();
  await following;
  counts.shown += page.shown.length;
  counts.streams += page.streams;
  if (page.state !== last) counts.behind += 1;
  if (!isInOrder(page.shown, story.said)) counts.untrue += 1;
}

/** True if all that was shown was said, in the same order; a page misses what passed while it was cut off. */
function isInOrder(shown: readonly string[], said: readonly string[]): boolean {
  let from = 0;
  return shown.every((state) => {
    from = said.indexOf(state, from);
    return from >= 0;
  });
}
