import type { Page } from '@playwright/test';

/** Layout shift as browsers count it, and the elements that moved. */
export interface Shifts {
  total: number;
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shifts;
  }
}

/** A slow mobile network; latency in ms, throughput in bytes per second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 100_000, uploadThroughput: 50_000 };

/** Counts shifts from the start of each page. Those within half a second of an input do not count. */
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

/** Returns the shifts of the page since it was opened, after pending observer callbacks. */
export function shiftsOn(page: Page): Promise<Shifts> {
  return page.evaluate(
    () =>
      new Promise<Shifts>((told) => requestAnimationFrame(() => setTimeout(() => told(window.shifts), 100))),
  );
}
