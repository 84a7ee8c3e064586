import { BUDGET, builtPageSizes, CEILING, kilobytes, tooLarge } from './bundle-sizes.ts';

// After the build: what a first visit loads must not grow, and what is still over the budget is named.
const pages = builtPageSizes();
for (const { page, script, style } of pages) {
  console.log(`${page}: ${kilobytes(script)} JavaScript, ${kilobytes(style)} CSS, gzipped`);
}
for (const sentence of tooLarge(pages, BUDGET)) console.log(`Over the budget: ${sentence}`);
const complaints = tooLarge(pages, CEILING);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 && pages.length > 0 ? 0 : 1;
