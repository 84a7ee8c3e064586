import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageRoutes } from '#domain/pages/pages.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import type { Figure, Finding } from '../figure.ts';
import { VULNERABLE } from '../servers/vulnerabilities.ts';
import { ONCE, outputOf, type ScanTarget, versionOf, withTarget } from './scan-target.ts';

const WORDS = ['/usr/share/dirb/wordlists/common.txt', '/usr/share/dirb/wordlists/vulns/apache.txt'];
/** Files that a server of this kind might expose: sources, databases, debug endpoints. */
const OWN_NAMES = [
  ...['.env', '.git/HEAD', '.git/config', 'package.json', 'package-lock.json', '.vite/manifest.json'],
  ...['server/main.ts', 'dist/client/index.html', 'data/framme.db', 'framme.db', 'backup.sql', 'index.html'],
  ...['assets/', 'assets/index.js.map', 'assets/main.js.map', 'metrics', 'debug', 'debug/pprof', 'status'],
  ...['api', 'api/', 'api/health', 'api/debug', 'api/users', 'api/accounts', 'api/sessions', 'api/documents'],
];
const TIMEOUT_MS = 180_000;

/** Paths that are public on purpose: pages, and files beside them. */
const EXPECTED = new Set([
  ...pageRoutes,
  ...['/api/health', '/api/who-am-i', '/manifest.webmanifest', '/icon.svg', '/favicon.ico', '/robots.txt'],
  '/sitemap.xml',
]);

/** Figure 22: exposed files and endpoints. */
export const ffuf: Figure = {
  number: 22,
  title: 'ffuf: exposed files, source maps and debug endpoints, signed in',
  aim: 'finds the planted file, and otherwise only public pages',
  tools: [
    { name: 'ffuf', get: 'Debian has it: apt-get install ffuf' },
    { name: 'dirb', get: 'Its word lists are used: apt-get install dirb' },
  ],
  ...ONCE,
  run: () => withTarget(false, lookFor),
  control: { what: 'the same server with an exposed file', rounds: 1, run: () => withTarget(true, lookFor) },
};

interface Hit {
  url: string;
  status: number;
}

async function lookFor({ url, headers }: ScanTarget): Promise<Finding> {
  const folder = runFolder();
  const [list, report] = [join(folder, 'words.txt'), join(folder, 'report.json')];
  const words = allWords();
  writeFileSync(list, words.join('\n'));
  const options = [
    '-u',
    `${url}/FUZZ`,
    '-w',
    list,
    '-o',
    report,
    '-of',
    'json',
    '-s',
    '-t',
    '20',
    '-e',
    '.map',
  ];
  // Every status but a plain refusal is a hit.
  const filter = ['-mc', 'all', '-fc', '400,401,403,404,405,414'];
  await outputOf('ffuf', [...options, ...filter, ...headers.flatMap((header) => ['-H', header])], TIMEOUT_MS);
  if (!existsSync(report)) throw new Error('ffuf wrote no report');
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as { results: Hit[] };
  const unexpected = results.filter(
    ({ url: hit, status }) => status >= 500 || !isExpected(new URL(hit).pathname),
  );
  const what =
    unexpected.length === 0 ? 'nothing else' : unexpected.map((hit) => new URL(hit.url).pathname).join(', ');
  return {
    rounds: 1,
    found: `ffuf ${await versionOf('ffuf', '-V')}, ${words.length} names with and without .map: ${results.length} public pages; ${what}`,
    holds: unexpected.length === 0 && results.length > 0,
  };
}

function allWords(): string[] {
  const lists = WORDS.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'latin1'));
  const words = [...OWN_NAMES, VULNERABLE.file.slice(1), ...lists.join('\n').split('\n')];
  return [...new Set(words.map((word) => word.trim()).filter((word) => /^[\x21-\x7e]+$/.test(word)))];
}

function isExpected(path: string): boolean {
  return EXPECTED.has(path) || EXPECTED.has(path.replace(/\/$/, ''));
}
