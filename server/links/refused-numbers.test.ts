import { expect, test } from 'vitest';
import { visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, type LinkedVisit, linkedVisit, seeVisit } from '#tests/support/people/linked-visit.ts';
import { type AppOptions, type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { listenToVisit, namesOf } from '#tests/support/server/live-stream.ts';
import { numberKeys, refuseNumber } from './refused-numbers.ts';

const ELLAS = '+46701234567';
const OFTEN: AppOptions = { change: () => ({ refusedNumbersMs: 20 }) };

/** A family whose friend Ella is here; her parent's number is typed as it is spoken. */
async function familyOn({ url }: AppUnderTest, phone = '070-123 45 67') {
  const home = await registerHousehold(url);
  const ref = await home.addFriend(await home.addChild(), 'Ella', phone);
  const arrival = await home.run('checkIn', ref);
  /** Gives a new link, in place of the one before. Returns true if it shows the visit. */
  const isShown = async () => {
    const visit = { ...ref, visit: arrival.op };
    await home.run('takeLinksBack', visit);
    return (await seeVisit(home.url, await giveLink(home, ref, arrival.op))).status === 200;
  };
  return { home, ref, visit: arrival.op, isShown };
}

const settingsOf = ({ dataDir, place }: AppUnderTest) => ({
  dataDir,
  databaseUrl: place.DATABASE_URL,
  defaultCountry: 'SE' as const,
});

test('a number is refused for every family at once, however it is typed, and can be allowed again', async () => {
  const app = await startApp(OFTEN);
  const [one, other, abroad] = [
    await familyOn(app),
    await familyOn(app, '+46 (0)70 123 45 67'),
    await familyOn(app, '+45 32 12 34 56'),
  ];
  expect(await one.isShown()).toBe(true);
  expect(await refuseNumber(settingsOf(app), '070-123 45 67', { allow: false })).toBe('changed');
  await until(async () => !(await one.isShown()));
  expect([await other.isShown(), await abroad.isShown()]).toEqual([false, true]);
  expect(await refuseNumber(settingsOf(app), ELLAS, { allow: true })).toBe('changed');
  await until(one.isShown);
});

test('nobody learns from the own account that a number is refused: its links are given as any other', async () => {
  const app = await startApp(OFTEN);
  await refuseNumber(settingsOf(app), ELLAS, { allow: false });
  const [ellas, abroad] = [await familyOn(app), await familyOn(app, '+45 32 12 34 56')];
  await until(async () => !(await ellas.isShown()));
  /** All that the family sees of it, without the values. */
  const given = async ({ home, ref, visit }: typeof ellas) => {
    const op = home.op('giveLink', { ...ref, visit, hash: `${visit}${visit}`.slice(0, 43) });
    const [first, again] = [await home.sync({ ops: [op] }), await home.sync({ ops: [op] })];
    const stored = (await home.documents()).get(visitPath(ref.child, visit));
    const seen = [first.outcomes, again.outcomes, stored];
    return JSON.stringify(seen, (_key, value) => (['string', 'number'].includes(typeof value) ? '' : value));
  };
  expect(await abroad.isShown()).toBe(true);
  const seen = await given(ellas);
  expect(seen).toBe(await given(abroad));
  expect(seen).toMatch(/"result".*"links"/);
});

test('the family’s own link works as any other although its number is refused', async () => {
  const app = await startApp(OFTEN);
  const families = [await linkedVisit(app.url), await linkedVisit(app.url, { phone: '+45 32 12 34 56' })];
  await refuseNumber(settingsOf(app), ELLAS, { allow: false });
  await until(async () => (await seeVisit(app.url, families[0]?.link ?? '')).status === 410);
  const seen = async ({ phone: { cookie }, link }: LinkedVisit) => {
    const stream = await listenToVisit(app.url, link, { cookie });
    await until(() => namesOf(stream).includes('visit'));
    const { seeVisit: see, storedByLink: stored, answerVisit: answer } = calls;
    const asked: [string, object][] = [
      [see.path, { link, shown: true }],
      [stored.path, { link }],
      [answer.path, { link, answer: { code: 'thanks' } }],
    ];
    const statuses: number[] = [];
    for (const [path, body] of asked) statuses.push((await postJson(app.url, path, body, { cookie })).status);
    // The answer has the stream look again.
    await until(() => namesOf(stream).filter((name) => name === 'visit').length > 1);
    stream.close();
    return { statuses, isClosed: namesOf(stream).includes('closed') };
  };
  const own = { statuses: [200, 200, 200], isClosed: false };
  for (const family of families) expect(await seen(family)).toEqual(own);
});

test('a server knows the refused numbers before its first answer, and none of them in plain text', async () => {
  const first = await startApp(OFTEN);
  const family = await familyOn(first);
  const keyOf = await numberKeys(first.store);
  await first.store.refuseNumber(keyOf(ELLAS));
  expect(await first.store.refusedNumbers()).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  await first.stop();
  const again = await startApp({ dataDir: first.dataDir });
  family.home.url = again.url;
  expect(await family.isShown()).toBe(false);
  expect((await numberKeys(again.store))(ELLAS)).toBe(keyOf(ELLAS));
  const elsewhere = await startApp();
  expect((await numberKeys(elsewhere.store))(ELLAS)).not.toBe(keyOf(ELLAS));
});

test('while the store cannot be read, the numbers of before hold', async () => {
  let isDown = false;
  let readings = 0;
  const app = await startApp({
    calls: (store) => ({
      async refusedNumbers() {
        readings += 1;
        if (isDown) throw new Error('the disk is away');
        return store.refusedNumbers();
      },
    }),
    change: () => ({ refusedNumbersMs: 20 }),
  });
  const family = await familyOn(app);
  await app.store.refuseNumber((await numberKeys(app.store))(ELLAS));
  await until(async () => !(await family.isShown()));
  isDown = true;
  const before = readings;
  await until(() => readings > before + 2);
  expect(await family.isShown()).toBe(false);
  expect(app.log.text).toContain('those of before hold');
});

test('a guest, and a number that is not certain, cannot be refused', async () => {
  const app = await startApp(OFTEN);
  const unclear = await familyOn(app, '12 34');
  const { home, ref } = unclear;
  await refuseNumber(settingsOf(app), ELLAS, { allow: false });
  expect(await refuseNumber(settingsOf(app), '12 34', { allow: false })).toBe('no-number');
  expect(await unclear.isShown()).toBe(true);
  const guest = await home.addGuest(ref.child, 'Omar', '070-123 45 67');
  const { op: visit } = await home.run('checkIn', guest);
  expect((await seeVisit(app.url, await giveLink(home, guest, visit))).status).toBe(200);
});
