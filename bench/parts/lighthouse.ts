import { ensureClientBuilt } from '#scripts/client-build.ts';
import { registerLargeFamily } from '../large-family.ts';
import { freePort, type Inspector, openInspector, type Verdict } from '../lighthouse.ts';
import { FRAMME, runFolder, startMeasured } from '../measured-server.ts';
import type { Figure, Part, PartResult } from '../report.ts';
import { median } from '../statistics.ts';
import { fixed, ms } from '../words.ts';

const RUNS = 5;
const FAMILY = { friends: 12, visits: 60 };

/** What Lighthouse says of the prerendered home page, and of the dashboard of somebody who is signed in. */
export const lighthousePages: Part = { name: 'lighthouse', title: 'Lighthouse, as a phone', run };

async function run(): Promise<PartResult> {
  ensureClientBuilt();
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const server = await startMeasured(FRAMME, { DATA_DIR: runFolder(), PORT: port, PUBLIC_URL: url });
  const visitor = await openInspector(runFolder());
  const home = await runs(visitor, url);
  await visitor.close();
  const parent = await openInspector(runFolder());
  await signIn(parent, url);
  const dashboard = await runs(parent, `${url}/dashboard`);
  await parent.close();
  await server.stop();
  const pages = { '/': home, '/dashboard': dashboard };
  const rows = Object.entries(pages).flatMap(([page, verdicts]) =>
    verdicts.map((verdict) => rowOf(page, verdict)),
  );
  return { figures: figuresOf(home, dashboard), how: HOW, table: { columns: COLUMNS, rows } };
}

async function runs(inspector: Inspector, address: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let i = 0; i < RUNS; i++) verdicts.push(await inspector.inspect(address));
  return verdicts;
}

/** A session of a family of its own, whose data have come to this device before. */
async function signIn({ context }: Inspector, url: string): Promise<void> {
  const family = await registerLargeFamily(url, FAMILY);
  const [name = '', value = ''] = family.cookie.split('=', 2);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.getByText('Kim').first().waitFor();
  await page.close();
}

function figuresOf(home: readonly Verdict[], dashboard: readonly Verdict[]): Figure[] {
  const of = (verdicts: readonly Verdict[], what: (verdict: Verdict) => number) => median(verdicts.map(what));
  const score = (page: string, verdicts: readonly Verdict[], name: ScoreName, least: number): Figure => {
    const found = of(verdicts, (verdict) => verdict[name]);
    return {
      what: `Lighthouse, ${page}: ${SCORES[name]}`,
      figure: String(found),
      target: least === 100 ? '100' : `at least ${least}`,
      reached: found >= least,
    };
  };
  const at = of(home, (verdict) => verdict.largestPaint);
  const blocked = of(home, (verdict) => verdict.blocked);
  const shifted = of(home, (verdict) => verdict.shifted);
  return [
    score('home', home, 'performance', 98),
    score('home', home, 'accessibility', 100),
    score('home', home, 'bestPractices', 100),
    score('home', home, 'seo', 100),
    { what: 'home: largest paint', figure: ms(at), target: 'at most 1.5 s', reached: at <= 1500 },
    {
      what: 'home: main thread blocked',
      figure: ms(blocked),
      target: 'at most 100 ms',
      reached: blocked <= 100,
    },
    {
      what: 'home: layout shift',
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
  seo: 'search engines',
} as const;
type ScoreName = keyof typeof SCORES;

function rowOf(page: string, verdict: Verdict): string[] {
  const { performance, accessibility, bestPractices, seo, faults } = verdict;
  return [
    page,
    [performance, accessibility, bestPractices, seo].join(' / '),
    ms(verdict.firstPaint),
    ms(verdict.largestPaint),
    ms(verdict.blocked),
    fixed(verdict.shifted, 3),
    faults.join(', '),
  ];
}

const COLUMNS = [
  'page',
  'performance / accessibility / best practices / SEO',
  'first paint',
  'largest paint',
  'blocked',
  'shift',
  'not full',
];

const HOW = `Lighthouse with its usual phone (150 ms round trip, 1.6 Mbit/s, a processor four times slower, simulated) against the real
server, which knows its address by PUBLIC_URL. Files are forgotten before each of the ${RUNS} runs. The dashboard is that of a
signed-in family with ${FAMILY.friends} friends and ${FAMILY.visits} visits that this device has seen before. Figures are medians; the dashboard is
not for search engines, and says so.`;
