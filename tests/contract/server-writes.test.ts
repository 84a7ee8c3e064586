import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { expireVisits } from '#server/retention/expire-visits.ts';
import { expireOutcomes } from '#server/retention/retention-worker.ts';
import { stripOldLinks } from '#server/retention/strip-links.ts';
import {
  type LinkedVisit,
  linkedVisit,
  mustRun,
  seeVisit,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { done, invite, join, reauthenticate, twoParents } from '#tests/support/people/two-parents.ts';
import { type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { faultsOf } from './faults-of.ts';

type Write = (app: AppUnderTest, family: LinkedVisit) => Promise<unknown>;

const clocked = ({ store, clock }: AppUnderTest) => ({ store, now: clock.now });

const look: Write = ({ url }, { link }) => seeVisit(url, link, { shown: true });

async function answer({ url }: AppUnderTest, { link }: LinkedVisit, given: object): Promise<void> {
  const { status } = await postJson(url, calls.answerVisit.path, { link, answer: given });
  expect(status).toBe(200);
}

async function removeChild({ phone, ref: { child } }: LinkedVisit): Promise<void> {
  // More rows than a step of the purge takes.
  for (let i = 0; i < 260; i += 20) {
    const ops = Array.from({ length: 20 }, (_, n) =>
      phone.op('addFriend', { child, friend: `friend${1000 + i + n}`, name: 'Vän', parentPhone: '' }),
    );
    await phone.sync({ ops, cursor: 0 });
  }
  await mustRun(phone, 'deleteChild', { child });
}

async function part(url: string, goes: 'self' | 'other', copy: boolean): Promise<void> {
  const { anna, bo } = await twoParents(url);
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella');
  for (const name of ['checkIn', 'checkOut', 'checkIn'] as const) await bo.run(name, ella);
  await reauthenticate(anna);
  await reauthenticate(bo);
  const { uid, household } = bo.account;
  await done(goes === 'self' ? bo : anna, 'leaveHousehold', { uid, copy, household });
}

/** Everything that the server itself writes, each on a family with a linked open visit. */
const WRITES: Record<string, Write> = {
  'the first look by a reader': look,
  'a reader who answers': (app, family) => answer(app, family, { code: 'on-my-way' }),
  'a reader who refuses links': async ({ url }, { link }) => {
    const { status } = await postJson(url, calls.refuseLinks.path, { link, remove: true });
    expect(status).toBe(200);
  },
  'links that expire': async (app, family) => {
    await look(app, family);
    app.clock.ahead = 73 * HOUR_MS;
    expect((await visitOf(family)).links).toHaveLength(1);
    await stripOldLinks(clocked(app));
    expect((await visitOf(family)).links).toBeUndefined();
  },
  'visits that expire, then their tombstones and outcomes': async (app, { phone, ref }) => {
    await mustRun(phone, 'checkOut', ref);
    app.clock.ahead = 400 * DAY_MS;
    expect(await expireVisits(clocked(app), undefined, 100)).toBe(true);
    expect(await faultsOf(app)).toEqual([]);
    app.clock.ahead = 900 * DAY_MS;
    await app.store.purgeTombstones(undefined, new Date(app.clock.now()).toISOString(), 100);
    for (let mark: string | null | undefined; mark !== null; )
      mark = await expireOutcomes(clocked(app), mark, () => false);
  },
  'a removed visit that is erased for good': async (app, { phone, ref, visit }) => {
    await mustRun(phone, 'checkOut', ref);
    await mustRun(phone, 'deleteVisit', { ...ref, visit });
    expect(await faultsOf(app)).toEqual([]);
    app.clock.ahead = 40 * DAY_MS;
    expect(await expireVisits(clocked(app), undefined, 100)).toBe(true);
  },
  'a friend who is removed, with the rows below': async (app, { phone, ref: { child, visitor } }) => {
    await mustRun(phone, 'deleteFriend', { child, friend: visitor });
    while (await app.store.purgeRemoved());
  },
  'a child that is removed in steps, at each of them': async (app, family) => {
    await removeChild(family);
    do expect(await faultsOf(app)).toEqual([]);
    while (await app.store.purgeRemoved());
  },
  'a notice that is sent, and its correction': async (app, { phone, ref }) => {
    app.clock.ahead = 2 * HOUR_MS;
    await until(() => app.printed.length > 0);
    await mustRun(phone, 'checkOut', ref);
    app.clock.ahead = 4 * HOUR_MS;
    await until(() => app.printed.length > 1);
  },
  'an invitation that is asked for': async ({ url }, { phone }) => {
    const { bo } = await twoParents(url);
    await done(bo, 'askToJoin', { invitation: await invite(phone) });
  },
  'a parent who joins with a family of their own': async ({ url }, { phone }) =>
    join(phone, (await linkedVisit(url, { child: 'Nour' })).phone),
  'a parent who leaves with a copy': ({ url }) => part(url, 'self', true),
  'a parent who leaves without one': ({ url }) => part(url, 'self', false),
  'a parent who is removed': ({ url }) => part(url, 'other', true),
  'a parent whose account is deleted, and the other one stays': async ({ url }) =>
    expect((await (await twoParents(url)).bo.deleteAccount()).status).toBe(200),
  'an account that is deleted with its family, in steps': async (app, family) => {
    await look(app, family);
    expect((await family.phone.deleteAccount()).status).toBe(200);
    do expect(await faultsOf(app, { households: 0 })).toEqual([]);
    while (await app.store.purgeRemoved());
  },
  'what expires by itself': async ({ store }) =>
    store.purgeExpired(new Date(Date.now() + 400 * DAY_MS).toISOString()),
};

test.each(Object.entries(WRITES))('verify finds nothing wrong after %s', async (_name, write) => {
  const app = await startApp({ env: { NOTICE_HOLD_SECONDS: '3600' } });
  const family = await linkedVisit(app.url);
  await write(app, family);
  expect(await faultsOf(app, { households: 0 })).toEqual([]);
});
