import { BUDGET, kilobytes, tooLarge, workerTooLarge } from './budgets.ts';
import { builtPageSizes, builtWorkerSize } from './bundle-sizes.ts';

// Fails if the built first loads exceed their budgets.
const pages = builtPageSizes();
for (const { page, script, style } of pages) {
  console.log(`${page}: ${kilobytes(script)} JavaScript, ${kilobytes(style)} CSS, gzipped`);
}
const worker = builtWorkerSize();
console.log(`service worker with its list: ${kilobytes(worker)}, gzipped`);
const complaints = [...tooLarge(pages, BUDGET), ...workerTooLarge(worker, BUDGET)];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 && pages.length > 0 ? 0 : 1;
