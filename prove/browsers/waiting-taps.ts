import type { Visit } from '#domain/documents.ts';
import type { Op } from '#domain/protocol/sync.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { Board, checkInOf, checkOutOf, until } from './board.ts';
import { claim, inNewBrowser, type Place } from './place.ts';

/** Each window taps this often, on five guests of its own in turn. */
const TAPS_EACH = 500;
const GUESTS = 10;
const guest = (number: number) => `Gäst ${number}`;

/** A family with ten guests, and the address where each has one button that checks in and out at once. */
export async function familyWithGuests({
  family,
}: Place): Promise<{ home: HouseholdOnPhone; guests: string }> {
  const home = await family(2);
  const child = await home.addChild('Ebba', '2018-02-03');
  for (let number = 1; number <= GUESTS; number++) await home.addGuest(child, guest(number));
  return { home, guests: `/profile?child=${child}` };
}

/** A thousand taps that wait in two tabs are sent once each, in order, though both tabs wake at once. */
export async function waitingTaps(place: Place): Promise<string> {
  const { home, guests } = await familyWithGuests(place);
  return inNewBrowser(place, async (browser) => {
    const boards = [
      new Board(await browser.openTab(), place),
      new Board(await browser.openTab(), place),
    ] as const;
    await boards[0].signIn(home);
    await boards[0].untilOut('Vän 1');
    for (const board of boards) {
      await board.open(guests);
      await board.untilShown(checkInOf(guest(1)));
    }
    await place.server.stop();
    await tapAll(boards);
    return claim(() => drained(place, home, boards));
  });
}

/** Taps in two windows at the same time, until 1,000 taps wait. */
export async function tapAll(boards: readonly [Board, Board]): Promise<void> {
  for (const [at, board] of boards.entries()) {
    const { tab } = board;
    const guests = Array.from({ length: GUESTS / 2 }, (_, i) => guest((at * GUESTS) / 2 + i + 1));
    const labels = [checkInOf, checkOutOf].map((label) => guests.map(label));
    await board.untilShown(labels[0]?.at(-1) ?? '');
    // A hidden tab runs its timers once a second, but its messages at once.
    await tab.run(`(() => {
      const labels = ${JSON.stringify(labels)};
      const { port1, port2 } = new MessageChannel();
      window.tapped = 0;
      port1.onmessage = () => {
        const [turn, place] = [Math.floor(window.tapped / ${guests.length}), window.tapped % ${guests.length}];
        const button = document.querySelector(\`button[aria-label="\${labels[turn % 2][place]}"]\`);
        if (button) window.tapped += 1;
        button?.click();
        if (window.tapped < ${TAPS_EACH}) port2.postMessage('');
      };
      port2.postMessage('');
    })()`);
  }
  for (const { tab } of boards) {
    const isDone = () => tab.run<boolean>(`window.tapped === ${TAPS_EACH}`);
    await until(`${TAPS_EACH} taps in each window`, isDone, 180_000);
  }
}

/** Starts the server and wakes both windows. Resolves to what was seen once the server has all; throws if a tap is lost, doubled or out of order. */
export async function drained(
  { gate, server }: Place,
  home: HouseholdOnPhone,
  boards: readonly Board[],
): Promise<string> {
  const [first, begun] = [gate.ops.length, Date.now()];
  await server.restart();
  await Promise.all(boards.map(({ tab }) => tab.run('void window.dispatchEvent(new Event("online"))')));
  const wanted = TAPS_EACH * boards.length;
  let visits: Visit[] = [];
  await until(
    `${wanted / 2} visits are at the server`,
    async () => {
      visits = await guestVisits(home);
      return visits.filter(({ open }) => !open).length >= wanted / 2;
    },
    120_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}: there are ${visits.length}`);
  });
  const seconds = Math.round((Date.now() - begun) / 1000);
  const sent = gate.ops.slice(first).filter(({ name }) => name === 'checkIn' || name === 'checkOut');
  expectOnceInOrder(sent, wanted);
  expectInTurn(visits, wanted / GUESTS / 2);
  return `${wanted} waiting taps of two windows sent in ${seconds} s, each once, in order`;
}

async function guestVisits(home: HouseholdOnPhone): Promise<Visit[]> {
  return [...(await home.documents())].flatMap(([path, document]) => {
    const visit = document as Visit;
    return path.includes('/visits/') && visit.visitor.kind === 'guest' ? [visit] : [];
  });
}

function expectOnceInOrder(sent: readonly Op[], wanted: number): void {
  const ops = new Set(sent.map(({ op }) => op));
  const isRising = sent.every(({ sequence }, at) => at === 0 || sequence > (sent[at - 1]?.sequence ?? 0));
  // The tap on the board is one more.
  if (ops.size < wanted) throw new Error(`${ops.size} of ${wanted} taps were sent`);
  if (sent.length > ops.size) throw new Error(`${sent.length - ops.size} taps were sent twice`);
  if (!isRising) throw new Error('the taps were sent out of order');
}

/** Each guest came and went in turn, as often as tapped. */
function expectInTurn(visits: readonly Visit[], each: number): void {
  for (const [name, own] of Map.groupBy(visits, ({ visitor }) => visitor.name)) {
    const times = own
      .map(({ arrived, left }) => [Date.parse(arrived?.at ?? ''), Date.parse(left?.at ?? '')])
      .toSorted(([a = 0], [b = 0]) => a - b)
      .flat();
    if (own.length !== each) throw new Error(`${name} has ${own.length} visits of ${each}`);
    if (!times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0)))
      throw new Error(`the visits of ${name} overlap`);
  }
}
