import { BUDGET, builtPageSizes, kilobytes, tooLarge } from './bundle-sizes.ts';

// After the build: what a first visit loads must stay within the budget.
const pages = builtPageSizes();
for (const { page, script, style } of pages) {
  console.log(`${page}: ${kilobytes(script)} JavaScript, ${kilobytes(style)} CSS, gzipped`);
}
const complaints = tooLarge(pages, BUDGET);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 && pages.length > 0 ? 0 : 1;
