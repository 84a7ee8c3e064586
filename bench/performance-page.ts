import { figureTable, markdownTable, type StoredResult } from './report.ts';

/** Returns docs/performance.md, which is generated from the results. */
export function performancePage(results: readonly StoredResult[]): string {
  const figures = results.flatMap((result) => result.figures);
  return [INTRODUCTION, markdownTable(figureTable(figures)), ...results.map(section)].join('\n\n') + '\n';
}

function section({ title, name, how, table, date, commit, machine, pace }: StoredResult): string {
  const command = `\`npm run bench ${name}\``;
  const [before, after] = (pace ?? []).map((time) => `${time.toFixed(0)} ms`);
  const speed = before ? `; pace ${before} before and ${after} after` : '';
  const when = `${command} on ${date} at ${commit}; ${machine}${speed}.`;
  return [`## ${title}`, when, how, markdownTable(table)].join('\n\n');
}

const INTRODUCTION = `# What Framme carries

Written by \`npm run bench\` (all parts, or \`npm run bench <part>\` for one of them). Absolute figures belong to the machine
and to what else it did at the time: the ratios, taken in one run with both sides in turn, are what to hold on to. *Pace* is how
long one core took for a fixed piece of work (bench/reference-work.ts) around a part: at twice the pace, what is counted in ms takes about twice as long.
[Decision 0010](decisions/0010-what-one-machine-carries.md) says what follows from them.`;
