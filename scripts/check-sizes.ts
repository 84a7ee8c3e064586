import { join } from 'node:path';
import { builtPageSizes, builtWorkerSize, kilobytes, tooLarge, workerTooLarge } from './bundle-sizes.ts';
import { ROOT } from './client-build.ts';
import { withoutHint } from './vite-plugins.ts';

// Fails if first loads exceed their budgets or lack compile hints.
const pages = builtPageSizes();
for (const { page, script, style } of pages) {
  console.log(`${page}: ${kilobytes(script)} JavaScript, ${kilobytes(style)} CSS, gzipped`);
}
const worker = builtWorkerSize();
console.log(`service worker with its list: ${kilobytes(worker)}, gzipped`);
const unhinted = withoutHint(join(ROOT, 'dist/client/assets'));
const complaints = [...tooLarge(pages), ...workerTooLarge(worker), ...unhinted];
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 && pages.length > 0 ? 0 : 1;
