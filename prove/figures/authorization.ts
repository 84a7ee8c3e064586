import { isDeepStrictEqual } from 'node:util';
import { commands } from '#domain/commands/catalogue.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';
import { probes, strangers, twoFamilies } from '../probes/probes.ts';

const PATCH: readonly Edit[] = [
  {
    file: 'server/sync/sync.ts',
    from: "if (household !== message.household) throw new CallError('other-household');",
    to: '',
  },
  {
    file: 'server/sync/sync.ts',
    from: 'changesSince(store, household, known, saved)',
    to: 'changesSince(store, message.household, known, saved)',
  },
];

/** Figure 5: every endpoint and message, by nobody, by the wrong household and by the right one. */
export const authorization: Figure = {
  number: 5,
  title: 'every route and message: anonymous, as another household, and as the owner',
  aim: '0 leaks, 0 unexpected 5xx',
  long: { rounds: 60, withinMs: 400_000 },
  short: { rounds: 2, withinMs: 10_000 },
  run: (scale) => probeRounds(scale, 'server/main.ts'),
  control: {
    what: "the same server without the check of the session's household",
    rounds: 1,
    patch: PATCH,
    run: (scale) => probeRounds(scale, patchedServer(PATCH)),
  },
};

async function probeRounds(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({ entry, env: compileCache });
  const counts = { asked: 0, leaks: 0, crashes: 0, changed: 0, refusedToOwner: 0 };
  const done = await rounds(scale, async () => {
    for (const [key, count] of Object.entries(await probeAll(server.url)))
      counts[key as keyof typeof counts] += count;
  });
  await server.kill();
  const { asked, leaks, crashes, changed, refusedToOwner } = counts;
  return {
    rounds: done,
    found: `${asked} requests: ${leaks} leaks, ${changed} changes by others, ${crashes} replies of 500 or more, ${refusedToOwner} refused to the owner`,
    holds: leaks + crashes + changed + refusedToOwner === 0 && asked > 0,
  };
}

/** Sends all probes as nobody and as the wrong household, then every command as the right one. */
async function probeAll(url: string) {
  const families = await twoFamilies(url);
  const before = await families.owner.documents();
  const counts = { asked: 0, leaks: 0, crashes: 0, changed: 0, refusedToOwner: 0 };
  for (const stranger of strangers(families)) {
    for (const probe of probes(families)) {
      const { status, text, sent } = await probe(stranger);
      counts.asked += 1;
      if (status >= 500) counts.crashes += 1;
      // A reply may repeat what the stranger sent.
      if (families.secrets.some((secret) => text.includes(secret) && !sent.includes(secret)))
        counts.leaks += 1;
    }
  }
  if (!isDeepStrictEqual(await families.owner.documents(), before)) counts.changed += 1;
  for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
    counts.asked += 1;
    if (!(await families.asOwner(name))) counts.refusedToOwner += 1;
  }
  return counts;
}
