import { runFolder } from '#tests/support/run-folder.ts';
import type { Figure, Finding } from '../figure.ts';
import { VULNERABLE } from '../servers/vulnerabilities.ts';
import { type Endpoint, endpointsOf } from './endpoints.ts';
import { ONCE, outputOf, type ScanTarget, versionOf, withTarget } from './scan-target.ts';

const TIMEOUT_MS = 300_000;
/** Statuses after which sqlmap goes on. */
const REFUSALS = '400,401,403,404,409,413,415,429,503';

/** Figure 21: SQL injection. */
export const sqlmap: Figure = {
  number: 21,
  title: 'sqlmap: SQL injection into every call and command, signed in',
  aim: 'finds the planted query, and nothing else',
  tools: [{ name: 'sqlmap', get: 'Debian has it: apt-get install sqlmap' }],
  ...ONCE,
  run: () => withTarget(false, (target) => injectInto(target, endpointsOf(target))),
  control: {
    what: 'the same server with a query concatenated from input',
    rounds: 1,
    run: () =>
      withTarget(true, (target) =>
        injectInto(target, [{ name: 'planted', path: VULNERABLE.query, method: 'GET' }]),
      ),
  },
};

async function injectInto(target: ScanTarget, endpoints: readonly Endpoint[]): Promise<Finding> {
  const found: string[] = [];
  let asked = 0;
  for (const endpoint of endpoints) {
    const printed = await outputOf('sqlmap', optionsFor(target, endpoint), TIMEOUT_MS);
    if (/identified the following injection point/.test(printed)) found.push(endpoint.name);
    if (/testing if|testing for|does not seem to be injectable|identified the following/.test(printed))
      asked += 1;
    else throw new Error(`sqlmap could not reach ${endpoint.name}:\n${printed.slice(-1500)}`);
  }
  const what = found.length === 0 ? 'nothing found' : `found: ${found.join(', ')}`;
  return {
    rounds: 1,
    found: `sqlmap ${await versionOf('sqlmap', '--version')}, level 2, risk 2, ${asked} endpoints: ${what}`,
    holds: found.length === 0 && asked > 0,
  };
}

function optionsFor({ url, headers }: ScanTarget, { path, method, body }: Endpoint): string[] {
  const sent = body ? ['--data', body, '-H', 'Content-Type: application/json'] : [];
  return [
    ...['-u', url + path, '--method', method, ...sent],
    ...headers.flatMap((header) => ['-H', header]),
    ...['--batch', '--disable-coloring', '--flush-session', '--output-dir', runFolder()],
    ...['--dbms', 'SQLite', '--level', '2', '--risk', '2', '--technique', 'BEUS', '--threads', '4'],
    ...['--ignore-code', REFUSALS, '--timeout', '10', '--retries', '0', '--answers', 'redirect=N'],
  ];
}
