import { expect, test } from 'vitest';
import { MAX_FOLLOWED, MAX_FOLLOWERS, QUESTIONS_A_DAY } from '#domain/limits.ts';
import { type CallName, type CallRequest, calls } from '#domain/protocol/calls.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import {
  askingFamilies,
  askToFollow,
  type FollowingFamilies,
  followersOf,
  followingFamilies,
  followsOf,
  householdOf,
  sayYes,
} from '#tests/support/people/following-families.ts';
import { HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkedVisit, linkTo, mustRun, newLink } from '#tests/support/people/linked-visit.ts';
import { call, done, join } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';

const app = shareApp();

type Asked = { [N in CallName]: readonly [N, CallRequest<N>] }[CallName];

/** The calls about a following, for a household. */
const about = (household: string, id: string): Asked[] => [
  ['answerFollowed', { household, id, answer: { code: 'thanks' } }],
  ['endFollowing', { household, id }],
  ['answerFollower', { household, id, yes: true }],
  ['answerFollower', { household, id, yes: false }],
];
const everyCall = ({ link, id }: FollowingFamilies, household: string): Asked[] => [
  ['askToFollow', { household, link }],
  ['followed', { household }],
  ['followers', { household }],
  ...about(household, id),
];
const ask = (phone: HouseholdOnPhone, [name, message]: Asked) => call(phone, name, message as never);
const told = ({ status, body }: Answer) => [status, body];

/** All that the families have of each other. */
const stateOf = async ({ host, home, eve }: FollowingFamilies) => [
  ...[await followersOf(host), (await followsOf(home)).map((one) => ({ ...one, visit: null }))],
  ...[await followsOf(eve), await followersOf(eve), [...(await host.documents())]],
];

test('nobody gets anything, nor does a tab that shows another family', async () => {
  const families = await followingFamilies(app().url);
  const { host, home, eve } = families;
  const before = await stateOf(families);
  const nobody = new HouseholdOnPhone(app().url, { uid: newId(), household: newId(), email: '' }, '');
  for (const one of everyCall(families, home.account.household))
    expect([one[0], codeOf(await ask(nobody, one))]).toEqual([one[0], 'not-signed-in']);
  for (const [phone, shown] of [
    [home, host],
    [host, home],
    [eve, home],
    [eve, host],
  ] as const)
    for (const one of everyCall(families, shown.account.household))
      expect([one[0], codeOf(await ask(phone, one))]).toEqual([one[0], 'other-household']);
  expect(await stateOf(families)).toEqual(before);
});

test('a third family is answered for the id of a following as for an unknown one, and so is the wrong side', async () => {
  const [agreed, asked] = [await followingFamilies(app().url), await askingFamilies(app().url)];
  for (const families of [agreed, asked]) {
    const { host, home, eve, id } = families;
    const before = await stateOf(families);
    const unknown = await Promise.all(about(eve.account.household, newId()).map((one) => ask(eve, one)));
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const foreign = await Promise.all(about(eve.account.household, id).map((one) => ask(eve, one)));
    expect(foreign.map(told)).toEqual(unknown.map(told));
    // The home says no yes for itself, and the host has nothing to answer.
    for (const one of about(home.account.household, id).filter(([name]) => name === 'answerFollower'))
      expect(told(await ask(home, one))).toEqual(told(unknown[0] as Answer));
    const [answer] = about(host.account.household, id) as [Asked];
    expect(told(await ask(host, answer))).toEqual(told(unknown[0] as Answer));
    expect(await stateOf(families)).toEqual(before);
  }
});

test('a link that shows nothing asks nobody, and answers alike, also one of the own family', async () => {
  const { url } = app();
  const [own, taken, refused] = [await linkedVisit(url), await linkedVisit(url), await linkedVisit(url)];
  await mustRun(taken.phone, 'takeLinksBack', { ...taken.ref, visit: taken.visit });
  await postJson(url, calls.refuseLinks.path, { link: refused.link, remove: false });
  const links = [newLink(), '', 'x'.repeat(60_000), '../å\0', own.link, taken.link, refused.link];
  const answers: unknown[] = [];
  for (const link of links)
    answers.push(told(await call(own.phone, 'askToFollow', { ...householdOf(own.phone), link })));
  expect(answers).toEqual(links.map(() => [410, expect.objectContaining({})]));
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect([await followsOf(own.phone), await followersOf(taken.phone)]).toEqual([[], []]);
});

test('an address that asks by dead links, or by links of the own family, misses as one that reads them', async () => {
  const { url } = await startApp({ env: { TRUST_PROXY: '1' }, isStill: true });
  const { phone, link } = await linkedVisit(url);
  phone.headers = { 'x-forwarded-for': '203.0.113.7' };
  const statuses: number[] = [];
  for (let i = 0; i < 31; i += 1)
    statuses.push(
      (await call(phone, 'askToFollow', { ...householdOf(phone), link: i % 2 ? newLink() : link })).status,
    );
  expect(statuses).toEqual([...Array(30).fill(410), 429]);
});

test('asked again nothing changes, and after a no or an end of either side nobody has a row', async () => {
  const { host, home, link, id } = await askingFamilies(app().url);
  const state = async () => [
    (await followersOf(host)).map((one) => one.id),
    (await followsOf(home)).map((one) => one.id),
  ];
  expect(await askToFollow(home, link)).toBe(id);
  await sayYes(host, id);
  const [before] = await followersOf(host);
  expect(await askToFollow(home, link)).toBe(id);
  // Said twice, the first yes stays.
  await sayYes(host, id);
  expect(await followersOf(host)).toEqual([before]);
  await done(host, 'answerFollower', { ...householdOf(host), id, yes: false });
  expect(await state()).toEqual([[], []]);
  for (const phone of [host, home]) {
    const again = await askToFollow(home, link);
    await sayYes(host, again);
    expect(await state()).toEqual([[again], [again]]);
    await done(phone, 'endFollowing', { ...householdOf(phone), id: again });
    expect(await state()).toEqual([[], []]);
    expect(codeOf(await call(phone, 'endFollowing', { ...householdOf(phone), id: again }))).toBe('not-found');
  }
});

test('the host sees all parents of the home, also one who joined it after the yes', async () => {
  const { host, home, ref, id } = await followingFamilies(app().url);
  expect(await followersOf(host)).toMatchObject([
    { id, name: 'Ella', parents: ['Astrid Berg'], visitor: `children/${ref.child}/friends/${ref.visitor}` },
  ]);
  const bo = await join(home, await registerHousehold(app().url, 'Ek'));
  expect((await followersOf(host))[0]?.parents.toSorted()).toEqual(['Astrid Berg', 'Astrid Ek']);
  expect(await followsOf(bo)).toMatchObject([{ id, name: 'Ella' }]);
});

test(`a friend has ${MAX_FOLLOWERS} followers, and one more once another ended it`, async () => {
  const { url } = app();
  const { phone: host, link } = await linkedVisit(url);
  const homes: HouseholdOnPhone[] = [];
  for (let i = 0; i <= MAX_FOLLOWERS; i += 1) homes.push(await registerHousehold(url));
  const [last, ...others] = homes.toReversed() as [HouseholdOnPhone, ...HouseholdOnPhone[]];
  for (const home of others) await sayYes(host, await askToFollow(home, link));
  const more = () => call(last, 'askToFollow', { ...householdOf(last), link });
  const { status, body } = await more();
  expect([status, body]).toMatchObject([409, { error: { code: 'follower-limit' } }]);
  const id = (await followersOf(host))[0]?.id ?? '';
  await done(host, 'endFollowing', { ...householdOf(host), id });
  expect((await more()).status).toBe(200);
});

test(`a family asks ${QUESTIONS_A_DAY} times a day, and follows ${MAX_FOLLOWED} children`, async () => {
  const { url, clock } = await startApp({ isStill: true });
  const { phone: host, ref } = await linkedVisit(url);
  host.now = clock.now;
  const home = await registerHousehold(url, 'Berg');
  const links: string[] = [];
  for (let i = 0; i <= MAX_FOLLOWED; i += 1)
    links.push((await linkTo(host, await host.addFriend(ref.child, `Sam ${i}`))).link);
  const asks = async (from: number, to: number) => {
    const statuses: number[] = [];
    for (const link of links.slice(from, to))
      statuses.push((await call(home, 'askToFollow', { ...householdOf(home), link })).status);
    return statuses;
  };
  const taken = Array(QUESTIONS_A_DAY).fill(200);
  expect(await asks(0, QUESTIONS_A_DAY)).toEqual(taken);
  const late = await call(home, 'askToFollow', { ...householdOf(home), link: links[QUESTIONS_A_DAY] ?? '' });
  expect([codeOf(late), late.headers.get('retry-after')]).toEqual(['too-many-requests', '8640']);
  // A question that was asked already counts once.
  expect(await asks(0, 1)).toEqual([200]);
  clock.ahead += DAY_MS;
  expect(await asks(QUESTIONS_A_DAY, MAX_FOLLOWED)).toEqual(taken);
  clock.ahead += DAY_MS;
  expect(await asks(MAX_FOLLOWED, MAX_FOLLOWED + 1)).toEqual([409]);
  expect(await followsOf(home)).toHaveLength(MAX_FOLLOWED);
});

test('a family that asks without end waits, and is shown nothing if its session ends meanwhile', async () => {
  let found = 0;
  const { url, clock } = await startApp({
    env: { OPS_PER_MINUTE: '600' },
    isStill: true,
    calls: (store) => ({ session: (...of) => store.session(...of).finally(() => (found += 1)) }),
  });
  const home = await registerHousehold(url);
  const look = () => call(home, 'followed', householdOf(home));
  // A share at once is the work of two seconds, 400 looks; the next one may pass, and those beyond it wait.
  for (let asked = 0; asked < 100; asked += 1) await Promise.all([look(), look(), look(), look()]);
  const beyond = [look(), look(), look()];
  await until(() => found === 403);
  await done(home, 'logOut', {});
  clock.ahead += MINUTE_MS;
  const codes = (await Promise.all(beyond)).filter(({ status }) => status !== 200).map(codeOf);
  expect(codes).toEqual(['not-signed-in', 'not-signed-in']);
});

test('a question, a yes and an end are security events of who made them', async () => {
  const one = await startApp();
  const { host, home, ref, visit, id } = await followingFamilies(one.url);
  const other = await askToFollow(await registerHousehold(one.url), await giveLink(host, ref, visit));
  await done(host, 'answerFollower', { ...householdOf(host), id: other, yes: false });
  await done(home, 'endFollowing', { ...householdOf(home), id });
  const events = () =>
    securityLines(one)
      .map(({ event }) => event)
      .filter((event) => String(event).startsWith('following'));
  const expected = ['asked', 'agreed', 'asked', 'ended', 'ended'].map((what) => `following-${what}`);
  await until(() => events().length >= expected.length);
  expect(events()).toEqual(expected);
});
