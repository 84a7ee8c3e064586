import { isDeepStrictEqual } from 'node:util';
import { commands } from '#domain/commands/catalogue.ts';
import { shownBy } from '#tests/support/people/linked-visit.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';
import { type Families, linkedPaths, probes, strangers, twoFamilies } from '../probes/probes.ts';

const PATCH = readEdits(`
@ server/sync/sync-handler.ts
- if (household !== message.household) throw new CallError('other-household');
@ server/sync/sync-handler.ts
- changesSince(store, household, known, saved)
+ changesSince(store, message.household, known, saved)
`);

/** Figure 5: every endpoint and message, by nobody, by the wrong household and by the right one. */
export const authorization: Figure = {
  number: 5,
  title:
    'every route and message: anonymous, as another household, as the holder of a link to another visit, as one who asked to join and was not let in, as homes that follow, asked to, were refused or ended, and as the owner',
  aim: '0 leaks, 0 unexpected 5xx',
  long: { rounds: 60, withinMs: 900_000 },
  short: { rounds: 2, withinMs: 10_000 },
  run: probeRounds,
  control: {
    what: "the same server without the check of the session's household",
    rounds: 1,
    patch: PATCH,
  },
};

type Count = 'asked' | 'leaks' | 'crashes' | 'changed' | 'refusedToOwner';

async function probeRounds(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({ entry, env: { ...compileCache, TRUST_PROXY: '1' } });
  const counts = { asked: 0, leaks: 0, crashes: 0, changed: 0, refusedToOwner: 0 };
  const done = await rounds(scale, () => probeAll(server.url, counts));
  await server.kill();
  const { asked, leaks, crashes, changed, refusedToOwner } = counts;
  return {
    rounds: done,
    found: `${asked} requests: ${leaks} leaks, ${changed} changes by others, ${crashes} replies of 500 or more, ${refusedToOwner} refused to the owner`,
    holds: leaks + crashes + changed + refusedToOwner === 0 && asked > 0,
  };
}

/**
 * Sends all probes as nobody, as the wrong household, as the holder of a link to another visit and as one who asked to join, then
 * every command as the right one.
 */
async function probeAll(url: string, counts: Record<Count, number>): Promise<void> {
  const families = await twoFamilies(url);
  const before = await hiddenOf(families);
  // Otherwise the holder of a link would be nobody.
  if ((await shownBy(url, families.linked.link)).visitor !== 'Sam') counts.refusedToOwner += 1;
  for (const stranger of strangers(families)) {
    for (const probe of probes(families)) {
      const { status, text, sent } = await probe(stranger);
      counts.asked += 1;
      if (status >= 500) counts.crashes += 1;
      // A reply may repeat what the stranger sent.
      if (families.secrets.some((secret) => text.includes(secret) && !sent.includes(secret)))
        counts.leaks += 1;
    }
    // One leak is enough.
    if (counts.leaks > 0) return;
  }
  if (!isDeepStrictEqual(await hiddenOf(families), before)) counts.changed += 1;
  for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
    counts.asked += 1;
    if (!(await families.asOwner(name))) counts.refusedToOwner += 1;
  }
}

/** The owner's documents but for those of the visit that a stranger holds a link to. */
async function hiddenOf(families: Families): Promise<Map<string, unknown>> {
  const documents = await families.owner.documents();
  for (const path of linkedPaths(families)) documents.delete(path);
  // A home with a link may ask to follow, and end it: the family's open boards look again.
  return new Map([...documents].map(([path, document]) => [path, { ...document, followingAt: undefined }]));
}
