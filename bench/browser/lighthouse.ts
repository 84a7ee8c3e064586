import { createServer } from 'node:net';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '#tests/support/browser/find-browser.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The Lighthouse result of a page on a phone: scores from 0 to 100, times in ms. */
export interface LighthouseResult {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shifted: number;
  /** The audits that scored below 0.9, by Lighthouse's own names. */
  faults: string[];
}

/** A browser with one profile, so that Lighthouse shares its session. */
export interface AuditBrowser {
  context: BrowserContext;
  /** Loads the page with an empty HTTP cache; storage and cookies stay. */
  audit(address: string): Promise<LighthouseResult>;
  close(): Promise<void>;
}

export async function openAuditBrowser(profile: string): Promise<AuditBrowser> {
  const port = await freePort();
  const { executablePath, env } = findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    locale: 'sv-SE',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--remote-debugging-port=${port}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  });
  return {
    context,
    audit: async (address) => {
      await clearCache(context);
      return audit(address, port);
    },
    close: () => context.close(),
  };
}

/** Lighthouse's own reset would clear the session too. */
async function clearCache(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
}

async function audit(address: string, port: number): Promise<LighthouseResult> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...CATEGORIES],
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
  const { audits, categories } = result.lhr;
  const score = (category: (typeof CATEGORIES)[number]) =>
    Math.round((categories[category]?.score ?? Number.NaN) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shifted: value('cumulative-layout-shift'),
    faults: Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map(({ id }) => id),
  };
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
