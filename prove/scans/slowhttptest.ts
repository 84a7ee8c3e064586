import type { Figure, Finding } from '../figure.ts';
import { outputOf, type ScanTarget, versionOf, withTarget } from './scan-target.ts';

/** Seconds of each attack, its connections, and the connections it opens per second. */
const [LENGTH, CONNECTIONS, RATE] = ['40', '800', '200'];

const ATTACKS = [
  { name: 'slow headers', options: ['-H', '-i', '5'] },
  { name: 'slow bodies', options: ['-B', '-i', '5', '-s', '8192'] },
  { name: 'slow readers', options: ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3'] },
];

/** Figure 23: slow connections. */
export const slowhttptest: Figure = {
  number: 23,
  title: 'slowhttptest: 800 connections that send or read slowly',
  aim: 'the server stays available; one without timeouts does not',
  tools: [{ name: 'slowhttptest', get: 'Debian has it: apt-get install slowhttptest' }],
  long: { rounds: 1, withinMs: 0 },
  short: { rounds: 1, withinMs: 0 },
  run: () => withTarget(false, attack),
  control: {
    what: 'the same server with few connections and no timeouts',
    rounds: 1,
    run: () => withTarget(true, attack),
  },
};

async function attack({ url, headers: [cookie = ''] }: ScanTarget): Promise<Finding> {
  const away: string[] = [];
  for (const { name, options } of ATTACKS) {
    const place = name === 'slow bodies' ? '/api/log-in' : '/';
    const load = ['-c', CONNECTIONS, '-r', RATE, '-l', LENGTH, '-p', '3', '-u', url + place];
    const printed = await outputOf('slowhttptest', [...options, ...load, '-j', cookie], 90_000);
    const answers = [...plain(printed).matchAll(/service available:\s*(YES|NO)/g)].map(([, is]) => is);
    if (answers.length === 0) throw new Error(`slowhttptest reported nothing:\n${printed.slice(-1000)}`);
    if (answers.includes('NO')) away.push(name);
  }
  const what = away.length === 0 ? 'available throughout' : `unavailable during ${away.join(', ')}`;
  return {
    rounds: 1,
    found: `slowhttptest ${await versionOf('slowhttptest', '-h')}, ${ATTACKS.map(({ name }) => name).join(', ')}: ${what}`,
    holds: away.length === 0,
  };
}

/** Removes terminal colours. */
function plain(printed: string): string {
  return printed
    .split('\u001b')
    .map((part) => part.replace(/^\[[\d;]*m/, ''))
    .join('');
}
