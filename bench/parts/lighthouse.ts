import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { signIn } from '#e2e/support/signed-in.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { freePort } from '#tests/support/free-port.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { browserOptions } from '../browser/start-clock.ts';
import { registerLargeFamily } from '../families/large-family.ts';
import { fixed, ms } from '../format.ts';
import { atMost, type Figure, type Part, type PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const RUNS = 5;
const FAMILY = { friends: 12, visits: 60 };
/** Lighthouse's categories, and their names in the report. */
const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const;
type Category = keyof typeof CATEGORIES;
const NAMES = Object.keys(CATEGORIES) as Category[];

/** Lighthouse scores of the prerendered home page and of the dashboard of a signed-in parent, whose cache is cleared before each run. */
export const lighthousePages: Part = { name: 'lighthouse', title: 'Lighthouse on a simulated phone', run };

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder(), PORT: port, PUBLIC_URL: url });
  const home = await auditPage(url, url);
  const dashboard = await auditPage(`${url}/dashboard`, url, await registerLargeFamily(url, FAMILY));
  await server.stop();
  const pages = { '/': home, '/dashboard': dashboard };
  return {
    figures: figuresOf(home, dashboard),
    table: {
      columns: [
        ...['page', Object.values(CATEGORIES).join(' / '), 'first contentful paint'],
        ...['largest contentful paint', 'total blocking time', 'layout shift', 'audits below full score'],
      ],
      rows: Object.entries(pages).flatMap(([page, all]) => all.map((one) => [page, ...rowOf(one)])),
    },
  };
}

type Audit = Awaited<ReturnType<typeof audit>>;

/** Audits a page some times, in a browser of its own; that of a family is signed in and has its data. */
async function auditPage(address: string, url: string, family?: HouseholdOnPhone): Promise<Audit[]> {
  const port = await freePort();
  const options = browserOptions();
  const args = [...options.args, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(runFolder(), {
    ...options,
    locale: 'sv-SE',
    args,
  });
  const page = await context.newPage();
  if (family) {
    await signIn(context, family, url);
    await page.goto(address);
    await page.getByText('Kim').first().waitFor();
    await page.goto('about:blank');
  }
  const session = await context.newCDPSession(page);
  const audits: Audit[] = [];
  for (let i = 0; i < RUNS; i++) {
    // Lighthouse's own reset would clear the session too.
    await session.send('Network.clearBrowserCache');
    audits.push(await audit(address, port));
  }
  await context.close();
  return audits;
}

/** Scores from 0 to 100, times in ms. */
async function audit(address: string, port: number) {
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: NAMES,
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
  const { audits, categories } = result.lhr;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const failed = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  return {
    score: (category: Category) => Math.round((categories[category]?.score ?? Number.NaN) * 100),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shifted: value('cumulative-layout-shift'),
    faults: failed.map(({ id }) => id),
  };
}

function figuresOf(home: readonly Audit[], dashboard: readonly Audit[]): Figure[] {
  const score = (page: string, audits: readonly Audit[], category: Category, least: number): Figure => {
    const found = median(audits.map((one) => one.score(category)));
    return {
      what: `Lighthouse, ${page}: ${CATEGORIES[category]}`,
      figure: String(found),
      target: least === 100 ? '100' : `at least ${least}`,
      reached: found >= least,
    };
  };
  const ofHome = (what: (one: Audit) => number) => median(home.map(what));
  const decimals = (value: number) => fixed(value, 3);
  return [
    ...NAMES.map((name) => score('home', home, name, name === 'performance' ? 98 : 100)),
    atMost(
      'home: largest contentful paint',
      ofHome((one) => one.largestPaint),
      1500,
      ms,
    ),
    atMost(
      'home: total blocking time',
      ofHome((one) => one.blocked),
      100,
      ms,
    ),
    atMost(
      'home: cumulative layout shift',
      ofHome((one) => one.shifted),
      0.01,
      decimals,
    ),
    score('dashboard of a parent', dashboard, 'performance', 95),
  ];
}

function rowOf({ score, firstPaint, largestPaint, blocked, shifted, faults }: Audit): string[] {
  const times = [firstPaint, largestPaint, blocked].map(ms);
  return [NAMES.map(score).join(' / '), ...times, fixed(shifted, 3), faults.join(', ')];
}
