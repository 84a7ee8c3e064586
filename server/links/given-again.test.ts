import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINK_LIFE_MS } from '#domain/limits.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { type LinkedVisit, linkedVisit, mustRun, seeVisit } from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, startApp } from '#tests/support/server/app.ts';
import { stripOldLinks } from '../retention/strip-links.ts';

const hashOf = (link: string) => createHash('sha256').update(link).digest('base64url');

/** Lets links end as the retention worker ends them. */
async function letEnd({ store, clock }: AppUnderTest, ms: number): Promise<void> {
  clock.ahead += ms;
  await stripOldLinks({ store, now: clock.now });
}

const ENDS: Record<string, (linked: LinkedVisit, app: AppUnderTest) => Promise<unknown>> = {
  'is open': async () => undefined,
  'was taken back': ({ phone, ref, visit }) => mustRun(phone, 'takeLinksBack', { ...ref, visit }),
  'is over': (_linked, app) => letEnd(app, LINK_LIFE_MS + 60_000),
  'was taken back, and is over': async ({ phone, ref, visit }, app) => {
    await mustRun(phone, 'takeLinksBack', { ...ref, visit });
    await letEnd(app, LINK_LIFE_MS + 60_000);
  },
  'led to a removed visit': async ({ phone, ref, visit }) => {
    await mustRun(phone, 'checkOut', ref);
    await mustRun(phone, 'deleteVisit', { ...ref, visit });
  },
  'is of a deleted family': ({ phone }) => phone.deleteAccount(),
  'is of a deleted family, which is purged': async ({ phone }, app) => {
    await phone.deleteAccount();
    while (await app.store.purgeRemoved());
    await letEnd(app, LINK_LIFE_MS + 60_000);
  },
};

/** Checks a friend of this family in, and gives the visit a link by somebody else's hash. */
async function giveAgain(eve: HouseholdOnPhone, link: string) {
  const ref = await eve.addFriend(await eve.addChild('Max'), 'Ivan');
  const arrival = eve.op('checkIn', ref);
  await eve.sync({ ops: [arrival, eve.op('giveLink', { ...ref, visit: arrival.op, hash: hashOf(link) })] });
}

test.each(Object.entries(ENDS))(
  'a link that %s shows no visit of somebody who saw its secret',
  async (name, end) => {
    const app = await startApp();
    const linked = await linkedVisit(app.url);
    await end(linked, app);
    const eve = await registerHousehold(app.url, 'Holm');
    eve.now = app.clock.now;
    await giveAgain(eve, linked.link);
    const { status, body } = await seeVisit(app.url, linked.link);
    if (name === 'is open') expect(body).toMatchObject({ visitor: 'Ella', child: 'Kim' });
    else expect([status, JSON.stringify(body)]).toEqual([410, expect.not.stringContaining('Ivan')]);
  },
);
