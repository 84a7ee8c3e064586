import { runModel, withoutOutcomes } from '#tests/model/run-model.ts';
import type { Figure, Finding, Scale } from '../figure.ts';

/** Figure 4: model-based runs of two parents of one household on a phone each, their tabs, the network and the clocks. */
export const model: Figure = {
  number: 4,
  title:
    'model-based test of two parents of one household, a phone with two tabs each: lost, late and repeated requests, killed tabs, failing storage',
  aim: '10,000 runs: 0 lost, doubled, reordered; all screens agree, each tap bears its parent',
  long: { rounds: 10_000, withinMs: 600_000 },
  short: { rounds: 150, withinMs: 15_000 },
  run: (scale) => stories(scale),
  control: {
    what: 'the same server without stored outcomes',
    rounds: 300,
    run: (scale) => stories(scale, withoutOutcomes),
  },
};

async function stories({ rounds, seed, withinMs }: Scale, alter?: typeof withoutOutcomes): Promise<Finding> {
  const { failed, runs, path, report } = await runModel({
    runs: rounds,
    seed,
    withinMs,
    ...(alter ? { alter } : {}),
  });
  const [, complaint = ''] = report.split('\n');
  return {
    rounds: runs,
    found: failed ? `a failure (path ${path}): ${complaint.slice(0, 160)}` : '0 lost, 0 doubled, 0 reordered',
    holds: !failed && runs > 0,
  };
}
