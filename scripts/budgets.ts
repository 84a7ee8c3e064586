/** The gzipped size of a page's first load, in bytes. */
export interface PageSize {
  page: string;
  script: number;
  style: number;
}

const KB = 1000;
/** The largest allowed first load, gzipped, in bytes; the home page has its own limit. */
interface Limits {
  home: number;
  page: number;
  style: number;
  worker: number;
  /** JavaScript of the page behind a link to a visit. */
  reader: number;
}

export const BUDGET: Limits = {
  home: 120 * KB,
  page: 140 * KB,
  style: 15 * KB,
  worker: 5 * KB,
  reader: 75 * KB,
};

/** Returns a message for each page that exceeds the limits. */
export function tooLarge(pages: readonly PageSize[], limits: Limits): string[] {
  return pages.flatMap(({ page, script, style }) => [
    ...over(`${page} loads`, 'JavaScript', script, limitOf(page, limits)),
    ...over(`${page} loads`, 'CSS', style, limits.style),
  ]);
}

function limitOf(page: string, limits: Limits): number {
  if (page === 'visit') return limits.reader;
  return page === 'home' ? limits.home : limits.page;
}

function over(subject: string, what: string, size: number, most: number): string[] {
  return size > most
    ? [`${subject} ${kilobytes(size)} of ${what}; at most ${kilobytes(most)} is allowed`]
    : [];
}

/** Returns a message if the service worker with its list of files exceeds the limit. */
export function workerTooLarge(size: number, limits: Limits): string[] {
  return over('the device keeps', 'service worker', size, limits.worker);
}

export function kilobytes(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`;
}
