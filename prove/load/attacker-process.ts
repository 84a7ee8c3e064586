import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { OPS_PER_REQUEST, type Op } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { get, send } from '#tests/support/server/http.ts';

/** The accounts stand behind one address, in /64 networks of one /48, or each behind an IPv4 address of its own. */
export interface Attack {
  accounts: number;
  from: 'address' | 'networks' | 'addresses';
}

const DAY = 86_400_000;
const SNAPSHOTS = 8;
const EXPORTS = 6;
const STREAMS = 12;
const ANONYMOUS = 8;
const GIVEN_UP = 4;
const KEYS = 80_000;

const [, , url = '', given = ''] = process.argv;
const { accounts, from } = JSON.parse(given) as Attack;
const statuses: Record<number, number> = {};
const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key${i}`, 1])));

/** The address that a proxy names for all of them. */
const headers = { 'x-forwarded-for': '203.0.113.7' };

/** An account, and what it does its worst with. */
interface Account {
  phone: HouseholdOnPhone;
  child: string;
  friend: Awaited<ReturnType<HouseholdOnPhone['addFriend']>>;
  known: Op;
}

/** Accounts at their worst, in a process of its own, beside clients without one. */
async function openAccount(_one: unknown, index: number): Promise<Account> {
  const phone = await registerHousehold(url, 'Ond');
  phone.headers = { 'x-forwarded-for': addressOf(index) };
  const child = await phone.addChild();
  const friend = await phone.addFriend(child);
  const known = addVisitOp(phone, friend, 0);
  await phone.sync({ ops: [known] });
  return { phone, child, friend, known };
}

function addressOf(index: number): string {
  if (from === 'networks') return `2001:db8:5:${(index + 1).toString(16)}00::7`;
  return from === 'addresses' ? `198.51.100.${index + 1}` : headers['x-forwarded-for'];
}

/** The attacks that go on side by side, each sending its next request when the last one is answered. */
function attacks({ phone, child, friend, known }: Account): (() => Promise<number>)[] {
  return [
    // Each device has its own order, so that they do not refuse each other's ops.
    attackBy(phone, (from) =>
      from.op('addGuest', { child, guest: newId(), name: 'Nils', parentUserId: 'nobody' }),
    ),
    attackBy(phone.anotherPhone(), (from, index) => addVisitOp(from, friend, index)),
    attackBy(phone.anotherPhone(), (from, index) => tapInOtherZone(from, friend, index)),
    attackBy(phone.anotherPhone(), (from, index) => correctAgain(from, friend, known, index)),
    plantAndFell(phone.anotherPhone()),
    ...Array.from({ length: SNAPSHOTS }, () => async () => (await phone.trySync()).status),
    ...Array.from({ length: EXPORTS }, () => async () => {
      return (await get(url, EXPORT_PATHS.visits, { ...phone.headers, cookie: phone.cookie })).status;
    }),
  ];
}

async function hammer(attack: () => Promise<number>): Promise<never> {
  for (;;) {
    const status = await attack().catch(() => 0);
    statuses[status] = (statuses[status] ?? 0) + 1;
    // A refused request costs the attacker a turn, as it would over a network.
    if (status !== 200) await pause(5);
  }
}

/** Sends full requests of one kind of op. */
function attackBy(from: HouseholdOnPhone, make: (from: HouseholdOnPhone, index: number) => Op) {
  let made = 0;
  return async () => {
    const ops = Array.from({ length: OPS_PER_REQUEST }, () => make(from, made++));
    return (await from.trySync({ ops, cursor: 0 })).status;
  };
}

/** Visits spread over the whole history: each is a row beside others than the last. */
function addVisitOp(from: HouseholdOnPhone, friend: Account['friend'], index: number): Op {
  const arrived = Date.now() - DAY * (1 + ((index * 37) % 80)) - index * 60_000;
  const at = (ms: number) => new Date(ms).toISOString();
  return from.op('addVisit', { ...friend, arrived: at(arrived), left: at(arrived + 30_000) });
}

/** A check-in and a check-out in turn, each with a time zone that nobody used before, and each with a notice. */
function tapInOtherZone(from: HouseholdOnPhone, friend: Account['friend'], index: number): Op {
  return from.op(index % 2 === 0 ? 'checkIn' : 'checkOut', friend, { zone: `Etc/Zone${index}` });
}

function correctAgain(from: HouseholdOnPhone, friend: Account['friend'], known: Op, index: number): Op {
  const left = new Date(Date.now() - 2 * DAY + (index % 1000) * 1000).toISOString();
  return from.op('correctVisit', { ...friend, visit: known.op, left });
}

/** A child with friends below it, added and removed in one request. */
function plantAndFell(from: HouseholdOnPhone): () => Promise<number> {
  return async () => {
    const planted = newId();
    const ops = [from.op('addChild', { child: planted, name: 'Kim', birthDate: '2018-05-04' })];
    for (let i = 2; i < OPS_PER_REQUEST; i++)
      ops.push(
        from.op('addFriend', { child: planted, friend: newId(), name: 'Ella', parentPhone: '070-123 45 67' }),
      );
    ops.push(from.op('deleteChild', { child: planted }));
    return (await from.trySync({ ops, cursor: 0 })).status;
  };
}

/** A body of a megabyte without a session: parsed, it takes much longer than it took to send. */
async function postManyKeys(): Promise<number> {
  const { status } = await send(`${url}/api/sync`, 'POST', manyKeys, {
    ...{ ...headers, origin: url, 'content-type': 'application/json' },
  });
  return status;
}

/** A body that is announced and never sent, and streams behind it, given up again and again. */
async function giveUp({ phone }: Account): Promise<void> {
  const { host, port } = new URL(url);
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nCookie: ${phone.cookie}\r\nX-Forwarded-For: 203.0.113.7\r\n`;
  const streams = `${head(`GET ${LIVE_PATH}?cursor=0`)}\r\n`.repeat(STREAMS);
  const body = 'Content-Type: application/json\r\nContent-Length: 900000000000000\r\n\r\n';
  for (;;) {
    const socket = connect(Number(port), '127.0.0.1').resume();
    socket.on('error', () => undefined);
    socket.write(streams + head('POST /api/sync') + body);
    await pause(20);
    socket.destroy();
  }
}

/** A live stream that is never read, opened again when it ends. */
async function openStream({ phone }: Account): Promise<never> {
  for (;;) {
    const asked = { headers: { ...headers, cookie: phone.cookie } };
    const answer = await fetch(`${url}${LIVE_PATH}?cursor=0`, asked).catch(() => undefined);
    await pause(answer?.status === 200 ? 1000 : 100);
  }
}

const opened = await Promise.all(Array.from({ length: accounts }, openAccount));
// All connect before the attack: a server takes one new connection a turn of its event loop, and those of a family wait behind.
await Promise.all(opened.flatMap(attacks).map(() => get(url, '/api/health', headers)));
process.on('message', () => process.send?.(statuses));
process.on('disconnect', () => process.exit());
process.send?.('ready');
await Promise.all([
  ...opened.flatMap(attacks).map((attack) => hammer(attack)),
  ...Array.from({ length: ANONYMOUS }, () => hammer(postManyKeys)),
  ...opened
    .slice(0, 1)
    .flatMap((account) => [
      ...Array.from({ length: GIVEN_UP }, () => giveUp(account)),
      ...Array.from({ length: STREAMS }, () => openStream(account)),
    ]),
]);
