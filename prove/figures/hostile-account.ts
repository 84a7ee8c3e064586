import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import type { Figure, Finding } from '../figure.ts';
import { attackedFamily, type Story } from '../load/attacked-family.ts';
import type { Attack } from '../load/attacker-process.ts';
import { type Edit, readEdits } from '../mutations/mutation.ts';
import { patchedServer } from '../patched-server.ts';

const MOST_SLOWDOWN = 5;
const MOST_RSS = 300e6;
/** The control's stories are shorter, in ms. */
const CONTROL_MS = 30_000;

/** The rates of a host who set none, which tests raise. */
const LIMITED = {
  OPS_PER_MINUTE: '600',
  OPS_PER_DAY: '20000',
  NOTICES_PER_DAY: '300',
  TRUST_PROXY: '1',
};
const UNLIMITED = { OPS_PER_MINUTE: '999999999', OPS_PER_DAY: '999999999', NOTICES_PER_DAY: '9999999' };
const PATCH = readEdits(`
@ domain/limits.ts
- correctionsOfVisit: MAX_CORRECTIONS,
- } as const;
+ correctionsOfVisit: MAX_CORRECTIONS,
+ ...{ children: 1e9, visitors: 1e9, openVisits: 1e9, correctionsOfVisit: 1e9 },
+ };
@ server/load-limits/concurrency-limit.ts
-  || own >= each * factor
@ server/load-limits/export-places.ts
- response.closed || isOwn ||
+ response.closed ||
@ server/load-limits/limit-numbers.ts
- exports: 3
+ exports: 1e9
@ server/load-limits/keyed-queue.ts
- before === undefined ? work() : afterwards(before).then(work)
+ work()
@ server/http/call-error.ts
-   discardSlowly(request.raw);
@ server/http/register-call.ts
- if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
+ if (depth > MAX_DEPTH) return true;
`);
const WITHOUT_ADDRESS = readEdits(`
@ server/load-limits/fair-share.ts
- if (!narrowest || this.#askers.isAlone(narrowest.group)) return 0;
+ if (groups.length >= 0) return 0;
@ server/load-limits/fair-share.ts
- if (address === undefined || this.#askers.isAlone(address)) return make();
+ return reply();
@ server/load-limits/fair-share.ts
- this.#askers.isAlone(address) || this.#refuse(groups)
+ true
`);
const WITHOUT_STRANGERS = readEdits(`
@ server/load-limits/fair-share.ts
- groups.map(({ group }) => this.#work
+ groups.slice(0, 1).map(({ group }) => this.#work
@ server/load-limits/fair-share.ts
- this.#isModest(household) ? 0 : this.#work.left(STRANGERS, now) - FAIR_SHARE.burst
+ 0
@ server/load-limits/fair-share.ts
- this.#isModest(household) ? timed : asStranger
+ asStranger === undefined ? asStranger : timed
@ server/load-limits/fair-share.ts
- this.#refusals.left(STRANGERS
+ this.#refusals.left('many ' + groups[0]?.group
@ server/load-limits/fair-share.ts
- this.#refusals.add(STRANGERS
+ this.#refusals.add('many ' + groups[0]?.group
`);
/** As many as one person opens without effort. */
const ACCOUNTS = 12;

/** An attack, with the safeguard against it that its control removes. */
interface Row {
  name: string;
  attack: Attack;
  without: readonly Edit[];
  /** The limits of the control, if they are not those of a host who set none. */
  unlimited?: Record<string, string>;
}

const ROWS: readonly Row[] = [
  { name: 'one account', attack: { accounts: 1, from: 'address' }, without: PATCH, unlimited: UNLIMITED },
  {
    name: 'twelve accounts of one address',
    attack: { accounts: ACCOUNTS, from: 'address' },
    without: WITHOUT_ADDRESS,
  },
  {
    name: 'twelve of twelve /64 networks of one /48',
    attack: { accounts: ACCOUNTS, from: 'networks' },
    without: WITHOUT_STRANGERS,
  },
  {
    name: 'twelve of twelve IPv4 addresses',
    attack: { accounts: ACCOUNTS, from: 'addresses' },
    without: WITHOUT_STRANGERS,
  },
];

/** Figure 17: one account that does its worst beside a family that taps, and twelve of them from one address or from their own. */
export const hostileAccount: Figure = {
  number: 17,
  title:
    'one hostile account, twelve of one address, of twelve networks of one /48 and of twelve addresses, and clients without one, beside a family that taps',
  aim: `every tap answered; p99 at most ${MOST_SLOWDOWN} times that between the attacks, beside an idle process that burns as much CPU; RSS at most ${MOST_RSS / 1e6} MB`,
  long: { rounds: 2 * ROWS.length, withinMs: 45_000 },
  // Fewer taps have no p99.
  short: { rounds: 2 * ROWS.length, withinMs: 30_000 },
  run: async ({ withinMs }) => {
    await using postgres = await startPostgres();
    const found: Finding[] = [];
    for (const row of ROWS) {
      found.push(await beside(row, 'SQLite', withinMs, LIMITED));
      found.push(await beside(row, 'PostgreSQL', withinMs, { ...LIMITED, DATABASE_URL: postgres.address }));
    }
    return { ...told(found), holds: found.every(({ holds }) => holds) };
  },
  control: {
    what: 'the same server without the limits of a household, the share of an address, or that of all who ask for much',
    rounds: ROWS.length,
    patch: [...PATCH, ...WITHOUT_ADDRESS, ...WITHOUT_STRANGERS],
    run: async () => {
      const found: Finding[] = [];
      for (const row of ROWS)
        found.push(
          await beside(row, 'SQLite', CONTROL_MS, row.unlimited ?? LIMITED, patchedServer(row.without)),
        );
      // Each of them has to fail.
      return { ...told(found), holds: found.some(({ holds }) => holds) };
    },
  },
};

function told(found: readonly Finding[]): Pick<Finding, 'rounds' | 'found'> {
  return { rounds: found.length, found: found.map(({ found }) => found).join('; ') };
}

async function beside(
  { name, attack }: Row,
  store: string,
  ms: number,
  env: Record<string, string>,
  entry?: string,
): Promise<Finding> {
  const story = await attackedFamily(attack, ms, env, entry);
  return { rounds: 1, found: `${name}, ${store}: ${summaryOf(story)}`, holds: isBearable(story) };
}

function isBearable({ unanswered, attacked, alone, rss }: Story): boolean {
  return unanswered === 0 && attacked <= MOST_SLOWDOWN * alone && rss <= MOST_RSS;
}

function summaryOf({ taps, unanswered, attacked, alone, rss, statuses }: Story): string {
  const replies = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`);
  return `${taps} taps, ${unanswered} unanswered, p99 ${attacked.toFixed(0)} ms, alone ${alone.toFixed(0)} ms, RSS ${(rss / 1e6).toFixed(0)} MB, replies to the attacker: ${replies.join(', ')}`;
}
