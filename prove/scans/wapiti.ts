import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageRoutes } from '#domain/pages/pages.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import type { Figure, Finding } from '../figure.ts';
import { VULNERABLE } from '../servers/vulnerabilities.ts';
import { endpointsOf } from './endpoints.ts';
import { ONCE, outputOf, type ScanTarget, versionOf, withTarget } from './scan-target.ts';

const TIMEOUT_MS = 900_000;
/** Wapiti's levels: 1 low, 2 medium, 3 high. */
const MEDIUM = 2;

/** Figure 24: a crawler that attacks what it finds. */
export const wapiti: Figure = {
  number: 24,
  title: 'wapiti: pages and URLs with a query, crawled and attacked, signed in',
  aim: 'finds the planted page, and nothing of medium severity or higher',
  tools: [{ name: 'wapiti', get: 'Debian has it: apt-get install wapiti' }],
  ...ONCE,
  run: () =>
    withTarget(false, (target) => {
      const asked = endpointsOf(target).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
      return crawl(target, [...pageRoutes, ...asked.filter((path) => !path.startsWith('/api/live'))]);
    }),
  control: {
    what: 'the same server with a page that reflects its query',
    rounds: 1,
    run: () => withTarget(true, (target) => crawl(target, [VULNERABLE.page])),
  },
};

interface Report {
  vulnerabilities: Record<string, { level: number; path: string }[]>;
  infos: { crawled_pages_nbr?: number };
}

async function crawl(
  { url, headers: [cookie = ''] }: ScanTarget,
  places: readonly string[],
): Promise<Finding> {
  const report = join(runFolder(), 'report.json');
  const starts = places.flatMap((place) => ['-s', url + place]);
  const options = ['-u', `${url}/`, ...starts, '-H', cookie, '-f', 'json', '-o', report, '--flush-session'];
  const printed = await outputOf(
    'wapiti',
    [...options, '--scope', 'folder', '-d', '3', '--max-scan-time', '10', '-v', '0', '--no-bugreport'],
    TIMEOUT_MS,
  );
  if (!existsSync(report)) throw new Error(`wapiti wrote no report:\n${printed.slice(-1500)}`);
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const all = Object.entries(vulnerabilities).flatMap(([kind, hits]) =>
    hits.map((hit) => ({ kind, ...hit })),
  );
  const heavy = all.filter(({ level }) => level >= MEDIUM);
  const light = new Set(all.filter(({ level }) => level < MEDIUM).map(({ kind }) => kind));
  const said = new Set(heavy.map(({ kind, path }) => `${kind} at ${path}`));
  return {
    rounds: 1,
    found:
      `wapiti ${await versionOf('wapiti', '--version')}, ${places.length} start pages: ` +
      `${said.size === 0 ? 'nothing of medium severity or higher' : [...said].join(', ')}` +
      (light.size === 0 ? '' : `; low: ${[...light].join(', ')}`),
    holds: heavy.length === 0,
  };
}
