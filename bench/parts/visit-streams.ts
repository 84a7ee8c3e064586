import { setTimeout as pause } from 'node:timers/promises';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkTo } from '#tests/support/people/linked-visit.ts';
import { fixed, megabytes, whole } from '../format.ts';
import { startStreams } from '../load/streams.ts';
import type { Part, PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';

const WANTED = 1000;
/** A few first, so that lazily loaded code is not counted as memory of the streams. */
const FIRST = 100;
/** As many as the server allows. */
const OF_LINK = 4;
const LINKS_OF_VISIT = 5;
const SETTLE = 8000;
const LARGEST = 25_000;

/** Memory of idle streams of visits, as their readers hold them. */
export const visitStreams: Part = { name: 'visit-streams', title: 'Streams of visits', run };

async function run(): Promise<PartResult> {
  const server = await startMeasured(FRAMME, {
    DATA_DIR: runFolder(),
    SIGN_INS_PER_HOUR: '1000000',
    TRUST_PROXY: '1',
  });
  const links = await givenLinks(server.url, (FIRST + WANTED) / OF_LINK);
  const streams = startStreams();
  const open = (some: string[]) =>
    streams.order({ port: server.port, links: some.flatMap((link) => Array<string>(OF_LINK).fill(link)) });
  await open(links.splice(0, FIRST / OF_LINK));
  await pause(SETTLE / 2);
  const before = await server.usage();
  const opened = await open(links);
  await pause(SETTLE);
  const after = await server.usage();
  streams.stop();
  await server.stop();
  if (!('open' in opened)) throw new Error('the stream process answered something else');
  const each = (after.rss - before.rss) / WANTED;
  return {
    figures: [
      {
        what: `memory of a reader's stream of a visit, with ${whole(opened.open)} open`,
        figure: `${fixed(each / 1000, 1)} kB`,
        target: 'at most 25 kB',
        reached: each <= LARGEST && opened.open >= WANTED,
      },
    ],
    how: HOW,
    table: {
      columns: ['', ''],
      rows: [
        ['streams open', whole(opened.open)],
        ['RSS before and after', `${megabytes(before.rss)}, ${megabytes(after.rss)}`],
        ['CPU seconds to open them', fixed(after.cpuSeconds - before.cpuSeconds, 1)],
      ],
    },
  };
}

/** Makes so many links, five to the visit of a family. */
async function givenLinks(url: string, count: number): Promise<string[]> {
  const links: string[] = [];
  while (links.length < count) {
    const phone = await registerHousehold(url);
    const { ref, visit, link } = await linkTo(phone, await phone.addFriend(await phone.addChild()));
    links.push(link);
    for (let more = 1; more < LINKS_OF_VISIT; more += 1) links.push(await giveLink(phone, ref, visit));
  }
  return links.slice(0, count);
}

const HOW = `A link has ${OF_LINK} streams, a visit ${LINKS_OF_VISIT} links, and each household one visit; another process holds the streams.
Memory is the growth of the server's RSS per stream, ${SETTLE / 1000} s after the last was opened.`;
