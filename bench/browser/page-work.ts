import type { BrowserContext, CDPSession } from '@playwright/test';
import { openUntilUsable, USABLE } from './start-clock.ts';

/** The parts read of an event of Chromium's trace; times in microseconds, `tdur` is that of the thread's processor. */
interface TraceEvent {
  name: string;
  cat: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

const CATEGORIES = ['toplevel', 'blink.user_timing', 'navigation'];

/**
 * Starts the app in a new page at full speed. Returns the processor time of the page's main thread until it is usable, in ms:
 * other load of the machine hardly changes it, and nothing waits in it.
 */
export async function timeWork(context: BrowserContext, address: string): Promise<number> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('the browser of a persistent context cannot be traced');
  const events: TraceEvent[] = [];
  browser.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  const traceConfig = { includedCategories: CATEGORIES };
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  const page = await openUntilUsable(context, address, 1);
  await endTrace(browser);
  await page.close();
  return workIn(events);
}

async function endTrace(browser: CDPSession): Promise<void> {
  const isComplete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.send('Tracing.end');
  await isComplete;
  await browser.detach();
}

/** Adds up the outermost tasks of the thread that set the mark, since its navigation. */
function workIn(events: readonly TraceEvent[]): number {
  const mark = events.find(({ name, cat }) => name === USABLE && cat.includes('user_timing'));
  if (!mark) throw new Error('the trace has no mark');
  const own = events.filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts < mark.ts);
  const begun = Math.max(...own.filter(({ name }) => name === 'navigationStart').map(({ ts }) => ts));
  const tasks = own
    .filter(({ name, ts, dur }) => name.endsWith('RunTask') && ts > begun && dur !== undefined)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let [work, end] = [0, 0];
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    if (ts < end) continue;
    work += tdur;
    end = ts + dur;
  }
  return work / 1000;
}
