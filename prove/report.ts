import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import type { Figure, Finding } from './figure.ts';
import { FIGURES } from './figures.ts';
import { SCANS } from './scans.ts';

/** A figure with its result. */
export interface MeasuredFigure {
  figure: Figure;
  finding: Finding;
  controlFinding: Finding;
  seconds: number;
  isProven: boolean;
}

const PAGE = join(ROOT, 'docs/proof.md');
const LONGEST_CONTROL = 160;

/** Updates docs/proof.md; figures that were not measured now keep their text and date. */
export function writeReport(figures: readonly MeasuredFigure[], seed: number): void {
  const old = existing();
  const measured = new Map(figures.map((one) => [one.figure.number, section(one, seed)]));
  const all = [...FIGURES, ...SCANS].toSorted((one, other) => one.number - other.number);
  const sections = all.map(
    ({ number, title }) =>
      measured.get(number) ?? old.get(number) ?? `## ${number}. ${capital(title)}\n\nNot run yet.\n`,
  );
  writeFileSync(PAGE, `${head}\n${sections.join('\n')}\n${foot}`);
}

const head = `# Proof

Tests of the promise: no acknowledged tap is lost, doubled or reordered, and nobody reads another family's data. A control is the
same test with one safeguard removed. Unless its verdict says otherwise each figure holds, and its control fails as it must.
\`npm run prove\` runs them all, \`npm run scan\` the external scanners (figures 21, 22, 24 and 26); \`SEED=1 npm run prove -- 3\` runs one with its seed.
\`npm run prove:browsers\` asks three browser engines and an installed app ([browsers.md](browsers.md)), \`npm run prove:host\` runs what a
host runs ([proof-hosting.md](proof-hosting.md)), \`npm run prove:mutations\` disables each safeguard of the code and requires a test to fail.
Measured on Linux, 2 cores, 24 GB, with the Node that comes with the packages.
`;

const foot = `## Measured elsewhere

\`npm run bench\` (performance.md) measures idle streams, and figures 14 (a durable check-in beside a bare server) and 15. Figure 12
takes the time until a backup stands under its name. Figures 20, 27 and 28 were measured at a load of 13 to 17 on two cores.
`;

function section(
  { figure, finding, controlFinding, isProven, seconds }: MeasuredFigure,
  seed: number,
): string {
  const { number, title, aim, control } = figure;
  const rows = [
    ['goal', aim],
    ['measured', `${finding.rounds} rounds: ${finding.found}`],
    ['control', brief(`${control.what}: ${controlFinding.found}`)],
    ['verdict', isProven ? verdict(figure, finding) : '**not proven**'],
    ['when', `${new Date().toISOString().slice(0, 10)}, ${commit()}${seedOf(number, seed)}; ${seconds} s`],
  ];
  const lines = rows.filter(([, text]) => text).map(([name, text]) => `- *${name}:* ${text}`);
  return [`## ${number}. ${capital(title)}`, '', ...lines, ''].join('\n');
}

/** The control's finding in a line: that it fails counts, not by how much. */
function brief(text: string): string {
  return text.length <= LONGEST_CONTROL ? text : `${text.slice(0, LONGEST_CONTROL).replace(/\s\S*$/, '')} …`;
}

/** The scanners take no seed. */
function seedOf(number: number, seed: number): string {
  return SCANS.some((scan) => scan.number === number) ? '' : `, seed ${seed}`;
}

/** Returns what was not shown though nothing failed. */
function verdict({ long }: Figure, { rounds, isWhole = rounds >= long.rounds }: Finding): string {
  return isWhole ? '' : `holds for the rounds measured, of ${long.rounds}`;
}

function existing(): Map<number, string> {
  let text = '';
  try {
    text = readFileSync(PAGE, 'utf8');
  } catch {
    // The page does not exist before the first run.
  }
  const sections = text.split(/^(?=## )/m).filter((part) => /^## \d/.test(part));
  return new Map(sections.map((part) => [Number.parseInt(part.slice(3), 10), `${part.trimEnd()}\n`]));
}

function commit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
  const changed = git('status', '--porcelain', '--', 'domain', 'client', 'server') !== '';
  return `commit ${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
