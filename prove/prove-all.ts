import { type Figure, type Finding, SERVER } from './figure.ts';
import { requireTool } from './machine.ts';
import { runControl } from './patched-server.ts';
import { type MeasuredFigure, writeReport } from './report.ts';

/**
 * Measures figures and their controls. `args` are those of the command line: --short, and numbers of figures.
 * SEED repeats a run; RUNS sets the rounds of every figure. Exits with 0 if all of them hold.
 */
export async function proveAll(figures: readonly Figure[], args: readonly string[]): Promise<never> {
  const isShort = args.includes('--short');
  const numbers = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const chosen = figures.filter(({ number }) => numbers.length === 0 || numbers.includes(number));
  const measured: MeasuredFigure[] = [];
  for (const figure of chosen) {
    const one = await prove(figure, isShort, seed);
    measured.push(one);
    // A short run tests the tools and is not recorded.
    if (!isShort) writeReport([one], seed);
  }
  const broken = measured.filter(({ isProven }) => !isProven).map(({ figure }) => figure.number);
  console.log(
    broken.length === 0 ? `\nAll ${measured.length} hold.` : `\nNot proven: figures ${broken.join(', ')}`,
  );
  process.exit(broken.length === 0 && measured.length > 0 ? 0 : 1);
}

async function prove(figure: Figure, isShort: boolean, seed: number): Promise<MeasuredFigure> {
  const begun = Date.now();
  console.log(`\nFigure ${figure.number}: ${figure.title}`);
  for (const tool of figure.tools ?? []) requireTool(tool);
  const usual = isShort ? figure.short : figure.long;
  const scale = { ...usual, ...(process.env.RUNS ? { rounds: Number(process.env.RUNS) } : {}), seed };
  const finding = await orExit(() => figure.run(scale, SERVER));
  console.log(`  ${finding.holds ? 'holds' : 'DOES NOT HOLD'}: ${finding.rounds} rounds, ${finding.found}`);
  const { control } = figure;
  const least = { rounds: control.rounds, seed, withinMs: 60_000 };
  const controlFinding = await orExit(() => runControl(figure, least));
  console.log(
    `  control, ${control.what}: ${controlFinding.holds ? 'DID NOT FAIL' : 'fails'}: ${controlFinding.found}`,
  );
  const seconds = Math.round((Date.now() - begun) / 1000);
  return { figure, finding, controlFinding, seconds, isProven: finding.holds && !controlFinding.holds };
}

/** Exits on a crash: it neither proves a figure nor counts as a failing control. */
async function orExit(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
