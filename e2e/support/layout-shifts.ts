import type { Page } from '@playwright/test';

/** How far visible things moved by themselves, as browsers count it (layout shift), and which moved. */
export interface Shifts {
  total: number;
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shifts;
  }
}

/** A network like that of a phone with bad reception; latency in ms, the rest in bytes a second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 100_000, uploadThroughput: 50_000 };

/** Counts from the first moment of every page on. What follows a tap of the parent within half a second does not count. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const shifts: Shifts = { total: 0, moved: [] };
    window.shifts = shifts;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        shifts.total += value;
        const named = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML : `${node?.nodeValue}`,
        );
        shifts.moved.push(`${value.toFixed(4)} ${named.map((html) => html.slice(0, 120)).join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
}

/** What has moved on the page since it was opened, once its frames have been told of. */
export function shiftsOn(page: Page): Promise<Shifts> {
  return page.evaluate(
    () =>
      new Promise<Shifts>((told) => requestAnimationFrame(() => setTimeout(() => told(window.shifts), 100))),
  );
}
