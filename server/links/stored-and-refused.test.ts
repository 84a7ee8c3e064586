import { expect, test } from 'vitest';
import { visitorPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
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
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';

const app = shareApp();

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

test('a link that was made before the refusal stays dead after links are allowed again', async () => {
  const { url } = app();
  const { phone, ref, visit, link } = await linkedVisit(url);
  await refuse(url, link, false);
  await mustRun(phone, 'allowLinks', ref);
  expect((await seeVisit(url, link)).status).toBe(410);
  const after = await giveLink(phone, ref, visit);
  expect(await shownBy(url, after)).toMatchObject({ visitor: 'Ella' });
});

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
