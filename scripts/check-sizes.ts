import { BUDGET, builtPageSizes, kilobytes, tooLarge } from './bundle-sizes.ts';

// Fails if the built first loads exceed their budgets.
const pages = builtPageSizes();
for (const { page, script, style } of pages) {
  console.log(`${page}: ${kilobytes(script)} JavaScript, ${kilobytes(style)} CSS, gzipped`);
}
const complaints = tooLarge(pages, BUDGET);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 && pages.length > 0 ? 0 : 1;
