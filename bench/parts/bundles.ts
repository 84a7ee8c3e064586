import { BUDGET, builtPageSizes, kilobytes, tooLarge } from '#scripts/bundle-sizes.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import type { Part, PartResult } from '../report.ts';

/** Bytes that the first visit of each page loads; `npm test` fails if they grow. */
export const bundles: Part = { name: 'bundles', title: 'Download size of a first visit', run };

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const pages = builtPageSizes();
  const home = pages.filter(({ page }) => page === 'home');
  const largest = pages.toSorted((a, b) => b.script - a.script).slice(0, 1);
  const reader = pages.filter(({ page }) => page === 'visit');
  const style = Math.max(...pages.map((page) => page.style));
  const atMost = (bytes: number) => `at most ${bytes / 1000} kB`;
  const of = (some: typeof pages) => some.map(({ page, script }) => `${page} ${kilobytes(script)}`).join();
  return {
    figures: [
      {
        what: 'JavaScript of home, gzipped',
        figure: of(home),
        target: atMost(BUDGET.home),
        reached: tooLarge(home, BUDGET).length === 0,
      },
      {
        what: 'JavaScript of the largest page',
        figure: of(largest),
        target: atMost(BUDGET.page),
        reached: tooLarge(largest, BUDGET).length === 0,
      },
      {
        what: 'JavaScript of the page behind a link to a visit',
        figure: of(reader),
        target: atMost(BUDGET.reader),
        reached: tooLarge(reader, BUDGET).length === 0,
      },
      {
        what: 'CSS of the largest page',
        figure: kilobytes(style),
        target: atMost(BUDGET.style),
        reached: style <= BUDGET.style,
      },
    ],
    how: 'Every script and style that a page needs before it can be shown, in the larger of the two languages, each file gzipped.',
    table: {
      columns: ['page', 'JavaScript', 'CSS'],
      rows: pages.map(({ page, script, style }) => [page, kilobytes(script), kilobytes(style)]),
    },
  };
}
