import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkTo, seeVisit, shownBy, visitOf } from '#tests/support/people/linked-visit.ts';
import { call, done, join, reauthenticate, twoParents } from '#tests/support/people/two-parents.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';

const app = shareApp();

/** Two parents, a visit to which each has made a link, one to which Bo alone has, and an answer there. */
async function parentsWithLinks() {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  const kim = await anna.addChild('Kim');
  const both = await linkTo(anna, await anna.addFriend(kim, 'Ella'));
  const ofBo = await linkTo(bo, await anna.addFriend(kim, 'Sam'));
  const second = await giveLink(bo, both.ref, both.visit);
  await postJson(url, calls.answerVisit.path, { link: ofBo.link, answer: { code: 'thanks' } });
  for (const parent of [anna, bo]) await reauthenticate(parent);
  const part = (by: HouseholdOnPhone, wishes: { keepLinks?: boolean } = {}) =>
    done(by, 'partHousehold', {
      ...{ uid: bo.account.uid, copy: true, household: anna.account.household },
      ...wishes,
    });
  return { url, anna, bo, ofAnna: both, ofBo: { ...ofBo, phone: anna }, second, part };
}

type Family = Awaited<ReturnType<typeof parentsWithLinks>>;

const WAYS: Record<string, (family: Family) => Promise<unknown>> = {
  'is removed': ({ anna, part }) => part(anna),
  leaves: ({ bo, part }) => part(bo),
  'joins another family': async ({ url, bo }) => join(await registerHousehold(url, 'Holm'), bo),
  'deletes the account': ({ bo }) => bo.deleteAccount(),
};

test.each(Object.entries(WAYS))(
  'the links of a parent who %s end at once, and those of the others stay',
  async (_name, go) => {
    const family = await parentsWithLinks();
    const { url, anna, bo, ofAnna, ofBo, second } = family;
    const { cursor } = await anna.sync();
    const stream = await listenToVisit(url, second);
    await shownBy(url, ofBo.link);
    await go(family);
    for (const link of [ofBo.link, second]) expect((await seeVisit(url, link)).status).toBe(410);
    await stream.ended;
    expect(await shownBy(url, ofAnna.link)).toMatchObject({ visitor: 'Ella', open: true });
    // Other phones hear of it by the feed.
    const { changes } = await anna.sync({ cursor });
    expect(changes.map(({ path }) => path).toSorted()).toEqual(
      [
        `profiles/${bo.account.uid}`,
        ...[ofAnna, ofBo].map(({ ref, visit }) => `children/${ref.child}/visits/${visit}`),
      ].toSorted(),
    );
    expect(await visitOf(ofBo)).not.toHaveProperty('answer');
    expect((await visitOf(ofAnna)).links).toMatchObject([{ by: anna.account.uid }]);
    expect(await visitOf(ofBo)).toMatchObject({ open: true });
  },
);

test.each(['removed', 'leaving'])('the links of a parent who is %s go on if that was chosen', async (how) => {
  const { url, anna, bo, ofBo, second, part } = await parentsWithLinks();
  const before = await visitOf(ofBo);
  await part(how === 'removed' ? anna : bo, { keepLinks: true });
  for (const link of [ofBo.link, second]) await shownBy(url, link);
  expect(await visitOf(ofBo)).toEqual(before);
});

test('nobody ends the links of a parent of another household', async () => {
  const { url, ofBo, bo } = await parentsWithLinks();
  const stranger = await registerHousehold(url, 'Holm');
  await reauthenticate(stranger);
  const { uid, household } = bo.account;
  const parting = { uid, copy: true, household: stranger.account.household };
  expect(codeOf(await call(stranger, 'partHousehold', parting))).toBe('not-found');
  expect(codeOf(await call(stranger, 'partHousehold', { ...parting, household }))).toBe('other-household');
  stranger.cookie = '';
  expect(codeOf(await call(stranger, 'partHousehold', parting))).toBe('not-signed-in');
  await shownBy(url, ofBo.link);
});
