import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkTo } from '#tests/support/people/linked-visit.ts';
import { growthBy, startStreams } from '../load/streams.ts';
import type { Part, PartResult } from '../report.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';

const WANTED = 1000;
const FIRST = 100;
/** As many as the server allows. */
const OF_LINK = 4;
const LINKS_OF_VISIT = 5;

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
  const order = (some: string[]) => ({
    port: server.port,
    links: some.flatMap((link) => Array<string>(OF_LINK).fill(link)),
  });
  const first = order(links.splice(0, FIRST / OF_LINK));
  const size = { what: "a reader's stream of a visit", count: WANTED, least: WANTED };
  const { memory, rows } = await growthBy(server, streams, [first, order(links)], size);
  streams.stop();
  await server.stop();
  return {
    figures: [memory],
    table: { columns: ['', ''], rows },
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
