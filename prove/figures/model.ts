import { type ModelRuns, runModel, withoutEpoch, withoutOutcomes } from '#tests/model/run-model.ts';
import { anyRestoreStory } from '#tests/model/steps.ts';
import type { Figure, Finding, Scale } from '../figure.ts';

/** Figure 4: model-based runs of two parents of one household on a phone each, their tabs, the network and the clocks. */
export const model: Figure = {
  number: 4,
  title:
    'model-based test of two parents, a phone with two tabs each: lost, late and repeated requests, killed tabs, failing storage, restored backups',
  aim: '10,000 runs: 0 lost, doubled, reordered; all screens agree, each tap bears its parent',
  long: { rounds: 10_000, withinMs: 600_000 },
  short: { rounds: 150, withinMs: 15_000 },
  async run({ rounds, ...scale }) {
    const usual = await stories({ ...scale, rounds: Math.ceil(0.8 * rounds) });
    if (!usual.holds) return usual;
    const restored = await stories(
      { ...scale, rounds: Math.ceil(0.2 * rounds) },
      { stories: anyRestoreStory },
    );
    return { ...restored, rounds: usual.rounds + restored.rounds };
  },
  control: {
    what: 'a server without stored outcomes, and one without an epoch',
    rounds: 300,
    async run(scale) {
      const forgetful = await stories(scale, { alter: withoutOutcomes });
      return forgetful.holds ? forgetful : stories(scale, { alter: withoutEpoch, stories: anyRestoreStory });
    },
  },
};

async function stories(
  { rounds, seed, withinMs }: Scale,
  options: Pick<ModelRuns, 'alter' | 'stories'> = {},
): Promise<Finding> {
  const { failed, runs, path, report } = await runModel({
    runs: rounds,
    seed,
    withinMs,
    ...options,
  });
  const [, complaint = ''] = report.split('\n');
  return {
    rounds: runs,
    found: failed ? `a failure (path ${path}): ${complaint.slice(0, 160)}` : '0 lost, 0 doubled, 0 reordered',
    holds: !failed && runs > 0,
  };
}
