import type { Figure, Finding } from './figure.ts';
import { requireTool } from './machine.ts';
import { type Proven, writeReport } from './report.ts';

/**
 * Measures figures and their controls. In: the figures, and what stands on the command line: --short, and the numbers of
 * some. SEED repeats a run; RUNS sets the rounds of every part. Ends the process with 0 where all of them hold.
 */
export async function proveAll(figures: readonly Figure[], args: readonly string[]): Promise<never> {
  const isShort = args.includes('--short');
  const numbers = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const chosen = figures.filter(({ number }) => numbers.length === 0 || numbers.includes(number));
  const proven: Proven[] = [];
  for (const figure of chosen) {
    const one = await prove(figure, isShort, seed);
    proven.push(one);
    // A short form proves the tools, not the figures.
    if (!isShort) writeReport([one], seed);
  }
  const broken = proven.filter(({ isProven }) => !isProven).map(({ figure }) => figure.number);
  console.log(
    broken.length === 0 ? `\nAll ${proven.length} hold.` : `\nNot proven: figures ${broken.join(', ')}`,
  );
  process.exit(broken.length === 0 && proven.length > 0 ? 0 : 1);
}

async function prove(figure: Figure, isShort: boolean, seed: number): Promise<Proven> {
  const begun = Date.now();
  console.log(`\nFigure ${figure.number}: ${figure.title}`);
  for (const tool of figure.tools ?? []) requireTool(tool);
  const usual = isShort ? figure.short : figure.long;
  const scale = { ...usual, ...(process.env.RUNS ? { rounds: Number(process.env.RUNS) } : {}), seed };
  const finding = await orExit(() => figure.run(scale));
  console.log(`  ${finding.holds ? 'holds' : 'DOES NOT HOLD'}: ${finding.rounds} rounds, ${finding.found}`);
  const { control } = figure;
  const failing = await orExit(() => control.run({ rounds: control.rounds, seed, withinMs: 60_000 }));
  console.log(`  control, ${control.what}: ${failing.holds ? 'DID NOT FAIL' : 'fails'}: ${failing.found}`);
  const seconds = Math.round((Date.now() - begun) / 1000);
  return { figure, finding, failing, seconds, isProven: finding.holds && !failing.holds };
}

/** A part that breaks off proves nothing, and a control that breaks off is no control. */
async function orExit(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
