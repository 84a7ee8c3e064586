import { fixed, megabytes, whole } from '../format.ts';
import type { Part, PartResult } from '../report.ts';
import { fill, startCandidate } from '../servers/candidates.ts';
import { FRAMME, ROOT } from '../servers/measured-server.ts';
import { bytesIn, type Place, postgres, sqlite } from '../servers/places.ts';

const FAMILIES = 200;
const FRIENDS = 10;
const VISITS = 10_000;
const CONNECTIONS = 16;
const LONGEST = 120_000;
const LARGEST_WAL = 64e6;

/** Bytes that a visit adds to the store, with its two outcomes and its sent notices. */
export const disk: Part = { name: 'disk', title: 'Size on disk', run };

async function run(): Promise<PartResult> {
  const onPostgres = await postgres();
  const sizes = [await measureDisk(sqlite), await measureDisk(onPostgres)];
  await onPostgres.stop();
  const [{ wal } = { wal: Number.NaN }] = sizes;
  return {
    figures: [
      ...sizes.map(({ place, perVisit }) => ({
        what: `size of a visit on ${place}, with outcomes and sent notices`,
        figure: `${fixed(perVisit / 1000, 2)} kB`,
        target: 'none',
      })),
      {
        what: `write-ahead log on SQLite after ${whole(VISITS)} visits`,
        figure: megabytes(wal),
        target: `at most ${megabytes(LARGEST_WAL)}`,
        reached: wal <= LARGEST_WAL,
      },
    ],
    how: HOW,
    values: Object.fromEntries(sizes.map(({ place, perVisit }) => [place, perVisit])),
    table: {
      columns: ['store', 'visits', 'before', 'after', 'a visit', 'log under load'],
      rows: sizes.map((size) => [
        size.place,
        whole(size.visits),
        megabytes(size.before),
        megabytes(size.after),
        `${fixed(size.perVisit / 1000, 2)} kB`,
        Number.isNaN(size.wal) ? '' : megabytes(size.wal),
      ]),
    },
  };
}

/** Makes visits through the server of a checkout, and reads the growth of its store while it is stopped. */
export async function measureDisk(place: Place, root = ROOT) {
  const location = await place.newLocation();
  const families = await fill(location, [{ count: FAMILIES, friends: FRIENDS }], root);
  const before = await place.bytesOf(location);
  const framme = await startCandidate(
    'Framme',
    FRAMME,
    families,
    location,
    { NOTICE_HOLD_SECONDS: '0' },
    root,
  );
  const load = { connections: CONNECTIONS, ms: LONGEST, taps: 2 * VISITS };
  const { answered } = await framme.generator.runWindow(load);
  // A faster server has more notices left to send: each size is that of a store that has sent all.
  for (const begun = performance.now(); framme.server.noticesSent() < answered; ) {
    if (performance.now() > begun + LONGEST) throw new Error('not all notices were sent');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const wal = place === sqlite ? bytesIn(location.dataDir, '-wal') : Number.NaN;
  framme.generator.stop();
  await framme.server.stop();
  const [after, visits] = [await place.bytesOf(location), answered / 2];
  return { place: place.name, visits, before, after, wal, perVisit: (after - before) / visits };
}

const HOW = `${whole(2 * VISITS)} taps of ${FAMILIES} families with ${FRIENDS} friends each, ${CONNECTIONS} connections as above, each notice sent at once. Sizes
are those of all files of the stopped server (on PostgreSQL of the database after VACUUM FULL), the log's is that of the
running one after the load.`;
