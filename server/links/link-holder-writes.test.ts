import { expect, test } from 'vitest';
import { visitorPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { gate } from '#tests/support/gate.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  giveLink,
  idsOf,
  type LinkedVisit,
  linkedVisit,
  linkTo,
  mustRun,
  newLink,
  seeVisit,
  shownBy,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, shareApp, startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';

const HALF_HOUR = 1_800_000;
const app = shareApp();

function answerVisit(url: string, link: string, code: string, until?: string, cookie = ''): Promise<Answer> {
  const answer = { code, ...(until === undefined ? {} : { until }) };
  return postJson(url, calls.answerVisit.path, { link, answer }, { cookie });
}

const takeBack = (url: string, link: string, takesBack: string, cookie = '') =>
  postJson(url, calls.answerVisit.path, { link, answer: { takesBack } }, { cookie });

const later = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Lets so many seconds pass between two answers. */
const pass = ({ clock }: AppUnderTest, seconds: number) => {
  clock.ahead += seconds * 1000;
};

test('an answer stands in the visit, is told back, and is heard of by the feed', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const { cursor } = await linked.phone.sync();
  const { status, body } = await answerVisit(url, linked.link, 'on-my-way');
  const answer = { code: 'on-my-way', at: expect.any(String) };
  expect([status, body]).toEqual([200, expect.objectContaining({ visitor: 'Ella', isOwn: false, answer })]);
  const { changes } = await linked.phone.sync({ cursor });
  expect(changes).toMatchObject([{ document: { answer, open: true } }]);
  expect(await shownBy(url, linked.link)).toMatchObject({ answer });
});

test('an answer is taken back by its own link alone, and the feed says so', async () => {
  const { url } = app();
  const [linked, other] = [await linkedVisit(url), await linkedVisit(url)];
  const { phone, link } = linked;
  await answerVisit(url, link, 'on-my-way');
  const given = (await visitOf(linked)).answer?.at ?? '';
  expect((await takeBack(url, newLink(), given)).status).toBe(410);
  expect(codeOf(await takeBack(url, other.link, given, other.phone.cookie))).toBe('invalid-request');
  const { cursor } = await phone.sync();
  const { status, body } = await takeBack(url, link, given);
  expect([status, body]).toMatchObject([200, { answer: null }]);
  expect((await phone.sync({ cursor })).changes).toMatchObject([{ document: { open: true } }]);
  expect((await visitOf(linked)).answer).toBeUndefined();
});

test('whoever has no link, or one to another visit, answers that one alone', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const other = await linkTo(linked.phone, await linked.phone.addFriend(linked.ref.child, 'Sam'));
  const { cookie } = await registerHousehold(url);
  const { status } = await answerVisit(url, newLink(), 'thanks', undefined, cookie);
  expect(status).toBe(410);
  expect((await answerVisit(url, other.link, 'on-my-way', undefined, cookie)).body).toMatchObject({
    visitor: 'Sam',
  });
  expect((await visitOf(linked)).answer).toBeUndefined();
  expect((await visitOf(other)).answer).toMatchObject({ code: 'on-my-way' });
});

test('a link takes thirty answers in all, also across a restart; other links go on', async () => {
  const dataDir = temporaryFolder();
  const one = await startApp({ dataDir });
  const { phone, ref, link } = await linkedVisit(one.url);
  for (let i = 0; i < 30; i += 1) {
    pass(one, 3);
    expect((await answerVisit(one.url, link, i % 2 ? 'thanks' : 'on-my-way')).status).toBe(200);
  }
  pass(one, 3);
  expect((await answerVisit(one.url, link, 'thanks')).status).toBe(429);
  const { ahead } = one.clock;
  await one.stop();
  const again = await startApp({ dataDir });
  again.clock.ahead = ahead + 36_000_000;
  const refused = await answerVisit(again.url, link, 'on-my-way');
  expect(codeOf(refused)).toBe('too-many-requests');
  phone.url = again.url;
  const sam = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  expect((await answerVisit(again.url, sam.link, 'thanks')).status).toBe(200);
});

test('looks, and answers that are refused, lock no household; openings at once lock it once', async () => {
  const { passed, open } = gate();
  let [locks, looks, isHeld] = [0, 0, false];
  // After three seconds the second answer would be taken.
  const { url } = await startApp({
    isStill: true,
    calls: (store) => ({
      linked: (hash) => store.linked(hash).finally(() => (looks += 1)),
      async transact(household, work) {
        locks += 1;
        if (isHeld) await passed;
        return store.transact(household, work);
      },
    }),
  });
  const { link } = await linkedVisit(url);
  await answerVisit(url, link, 'on-my-way');
  locks = 0;
  for (let i = 0; i < 5; i += 1) {
    await shownBy(url, link);
    await answerVisit(url, link, 'thanks');
    await answerVisit(url, link, 'stay', later(-HALF_HOUR));
    await postJson(url, calls.storedByLink.path, { link });
  }
  expect(locks).toBe(0);
  [looks, isHeld] = [0, true];
  const see = () => postJson(url, calls.seeVisit.path, { link, shown: true });
  const openings = Promise.all(Array.from({ length: 8 }, see));
  await until(() => looks === 8);
  open();
  await openings;
  await see();
  expect(locks).toBe(1);
});

const storedBy = (url: string, link: string, cookie = '') =>
  postJson(url, calls.storedByLink.path, { link }, { cookie });
const refuse = (url: string, link: string, remove: boolean, cookie = '') =>
  postJson(url, calls.refuseLinks.path, { link, remove }, { cookie });
const visitorOf = async ({ phone, ref }: LinkedVisit) => (await phone.documents()).get(visitorPath(ref));

test('what is stored is told: the typed name, two digits of the number, and this visit alone', async () => {
  const { url } = app();
  const linked = await linkedVisit(url, {
    child: 'Noah Berg',
    friend: 'Ella Lindqvist',
    phone: '+46 (0)70-123 45 67',
  });
  const sam = await linked.phone.addFriend(linked.ref.child, 'Sam Holm');
  await linkTo(linked.phone, sam);
  await seeVisit(url, linked.link, { shown: true });
  await mustRun(linked.phone, 'keepVisits', { days: 90 });
  const [link] = (await visitOf(linked)).links ?? [];
  const { status, body } = await storedBy(url, linked.link);
  expect([status, body]).toEqual([
    200,
    {
      ...{ name: 'Ella Lindqvist', phoneEnding: '67', replaced: null, keptDays: 90 },
      ...{ madeAt: link?.madeAt, openedAt: link?.openedAt, visit: expect.any(Object) },
    },
  ]);
  expect((body as { visit: unknown }).visit).toMatchObject({ visitor: 'Ella', child: 'Noah', open: true });
  for (const other of [...idsOf(linked), sam.visitor, 'Sam', 'Holm', 'Berg', '45', '123', link?.hash ?? ''])
    expect(JSON.stringify({ ...(body as object), visit: '', madeAt: '', openedAt: '' })).not.toContain(other);
});

test('a guest has no number, a link that nobody opened no time, and visits that are kept for ever no days', async () => {
  const { url } = app();
  const phone = await registerHousehold(url);
  const { link } = await linkTo(phone, await phone.addGuest(await phone.addChild()));
  await mustRun(phone, 'keepVisits', { days: null });
  const { body } = await storedBy(url, link);
  expect(body).toMatchObject({ name: 'Nils', phoneEnding: null, openedAt: null, keptDays: null });
  expect(JSON.stringify(body)).not.toContain('farmor');
});

test.each([true, false])(
  'a refusal ends every link of that friend at once (removal asked: %s)',
  async (remove) => {
    const { url } = app();
    const linked = await linkedVisit(url);
    const { phone, ref } = linked;
    const grandmother = await giveLink(phone, ref, linked.visit);
    const other = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
    const { cursor } = await phone.sync();
    expect([(await refuse(url, linked.link, remove)).body]).toEqual([{}]);
    for (const link of [linked.link, grandmother]) expect((await seeVisit(url, link)).status).toBe(410);
    expect(await shownBy(url, other.link)).toMatchObject({ visitor: 'Sam' });
    const at = expect.any(String);
    const linkRefusal = { at, ...(remove ? { removalAskedAt: at } : {}) };
    expect((await phone.sync({ cursor })).changes).toMatchObject([{ document: { linkRefusal } }]);
    const { linkRefusal: kept } = (await visitorOf(linked)) as { linkRefusal?: unknown };
    expect(kept).toEqual(linkRefusal);
    expect(await phone.run('giveLink', { ...ref, visit: linked.visit, hash: 'h'.repeat(43) })).toMatchObject({
      refusal: { code: 'links-refused' },
    });
  },
);

test('a link to another visit, or none, refuses nothing here, in whatever session', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const other = await linkedVisit(url, { friend: 'Sam' });
  for (const link of [newLink(), other.link]) await refuse(url, link, true, other.phone.cookie);
  expect((await storedBy(url, newLink(), other.phone.cookie)).status).toBe(410);
  expect(await visitorOf(linked)).not.toHaveProperty('linkRefusal');
  expect(await shownBy(url, linked.link)).toMatchObject({ visitor: 'Ella' });
});

test('a link refuses five times in all, however often the host allows links again', async () => {
  const { url, store } = app();
  const linked = await linkedVisit(url);
  const refusals = [];
  for (let i = 0; i < 6; i += 1) {
    refusals.push(await refuse(url, linked.link, false));
    // As if the refusal had come before the link was made: no command brings a dead link back.
    await store.transact(linked.phone.account.household, async (transaction) => {
      const path = visitorPath(linked.ref);
      const { lastSequence, version } = await transaction.begin('server', []);
      const visitor = (await transaction.load([{ paths: [path] }])).get(path);
      if (!visitor) throw new Error('the friend is gone');
      const { linkRefusal: _refusal, ...document } = visitor;
      const documents = [{ path, version: version + 1, document }];
      const saved = { device: 'server', lastSequence, version: version + 1, documents };
      await transaction.save({ ...saved, outcomes: [], notices: [], recordedAt: new Date().toISOString() });
    });
  }
  expect(refusals.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(codeOf(refusals[5] ?? ({ body: {} } as never))).toBe('too-many-requests');
});
