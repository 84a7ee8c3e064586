import { BUDGET, builtPageSizes, kilobytes, tooLarge } from '#scripts/bundle-sizes.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { atMost, type Figure, type Part, type PartResult } from '../report.ts';

/** Bytes that the first visit of each page loads; `npm test` fails if they grow. */
export const bundles: Part = { name: 'bundles', title: 'Download size of a first visit', run };

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const pages = builtPageSizes();
  const home = pages.filter(({ page }) => page === 'home');
  const largest = pages.toSorted((a, b) => b.script - a.script).slice(0, 1);
  const reader = pages.filter(({ page }) => page === 'visit');
  const style = Math.max(...pages.map((page) => page.style));
  return {
    figures: [
      scripts('JavaScript of home, gzipped', home, BUDGET.home),
      scripts('JavaScript of the largest page', largest, BUDGET.page),
      scripts('JavaScript of the page behind a link to a visit', reader, BUDGET.visit),
      atMost('CSS of the largest page', style, BUDGET.style, kilobytes),
    ],
    table: {
      columns: ['page', 'JavaScript', 'CSS'],
      rows: pages.map(({ page, script, style }) => [page, kilobytes(script), kilobytes(style)]),
    },
  };
}

function scripts(what: string, pages: ReturnType<typeof builtPageSizes>, most: number): Figure {
  const figure = pages.map(({ page, script }) => `${page} ${kilobytes(script)}`).join();
  const isWithin = tooLarge(pages).length === 0;
  return { what, figure, target: `at most ${kilobytes(most)}`, reached: isWithin };
}
