import { ensureClientBuilt } from '#scripts/client-build.ts';
import {
  type AuditBrowser,
  freePort,
  type LighthouseResult,
  openAuditBrowser,
} from '../browser/lighthouse.ts';
import { registerLargeFamily } from '../families/large-family.ts';
import { fixed, ms } from '../format.ts';
import type { Figure, Part, PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const RUNS = 5;
const FAMILY = { friends: 12, visits: 60 };

/** Lighthouse scores of the prerendered home page and of the dashboard of a signed-in parent. */
export const lighthousePages: Part = { name: 'lighthouse', title: 'Lighthouse on a simulated phone', run };

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder(), PORT: port, PUBLIC_URL: url });
  const visitor = await openAuditBrowser(runFolder());
  const home = await runs(visitor, url);
  await visitor.close();
  const parent = await openAuditBrowser(runFolder());
  await signIn(parent, url);
  const dashboard = await runs(parent, `${url}/dashboard`);
  await parent.close();
  await server.stop();
  const pages = { '/': home, '/dashboard': dashboard };
  const rows = Object.entries(pages).flatMap(([page, results]) =>
    results.map((result) => rowOf(page, result)),
  );
  return { figures: figuresOf(home, dashboard), how: HOW, table: { columns: COLUMNS, rows } };
}

async function runs(browser: AuditBrowser, address: string): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = [];
  for (let i = 0; i < RUNS; i++) results.push(await browser.audit(address));
  return results;
}

/** Signs a new family in and waits for its data. */
async function signIn({ context }: AuditBrowser, url: string): Promise<void> {
  const family = await registerLargeFamily(url, FAMILY);
  const [name = '', value = ''] = family.cookie.split('=', 2);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.getByText('Kim').first().waitFor();
  await page.close();
}

function figuresOf(home: readonly LighthouseResult[], dashboard: readonly LighthouseResult[]): Figure[] {
  const of = (results: readonly LighthouseResult[], what: (result: LighthouseResult) => number) =>
    median(results.map(what));
  const score = (
    page: string,
    results: readonly LighthouseResult[],
    name: ScoreName,
    least: number,
  ): Figure => {
    const found = of(results, (result) => result[name]);
    return {
      what: `Lighthouse, ${page}: ${SCORES[name]}`,
      figure: String(found),
      target: least === 100 ? '100' : `at least ${least}`,
      reached: found >= least,
    };
  };
  const at = of(home, (result) => result.largestPaint);
  const blocked = of(home, (result) => result.blocked);
  const shifted = of(home, (result) => result.shifted);
  return [
    score('home', home, 'performance', 98),
    score('home', home, 'accessibility', 100),
    score('home', home, 'bestPractices', 100),
    score('home', home, 'seo', 100),
    { what: 'home: largest contentful paint', figure: ms(at), target: 'at most 1.5 s', reached: at <= 1500 },
    {
      what: 'home: total blocking time',
      figure: ms(blocked),
      target: 'at most 100 ms',
      reached: blocked <= 100,
    },
    {
      what: 'home: cumulative layout shift',
      figure: fixed(shifted, 3),
      target: 'at most 0.01',
      reached: shifted <= 0.01,
    },
    score('dashboard of a parent', dashboard, 'performance', 95),
  ];
}

const SCORES = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best practices',
  seo: 'SEO',
} as const;
type ScoreName = keyof typeof SCORES;

function rowOf(page: string, result: LighthouseResult): string[] {
  const { performance, accessibility, bestPractices, seo, faults } = result;
  return [
    page,
    [performance, accessibility, bestPractices, seo].join(' / '),
    ms(result.firstPaint),
    ms(result.largestPaint),
    ms(result.blocked),
    fixed(result.shifted, 3),
    faults.join(', '),
  ];
}

const COLUMNS = [
  'page',
  'performance / accessibility / best practices / SEO',
  'first contentful paint',
  'largest contentful paint',
  'total blocking time',
  'layout shift',
  'audits below full score',
];

const HOW = `Lighthouse with its default phone (150 ms round trip, 1.6 Mbit/s, a four times slower processor, simulated) against the
real server with PUBLIC_URL. The cache is cleared before each of the ${RUNS} runs. The dashboard is that of a signed-in family
with ${FAMILY.friends} friends and ${FAMILY.visits} visits that this device has opened before. Figures are medians. The dashboard is
excluded from search engines on purpose (is-crawlable).`;
