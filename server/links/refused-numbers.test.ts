import { expect, test } from 'vitest';
import type { Outcome } from '#domain/protocol/sync.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { linkedVisit, seeVisit } from '#tests/support/people/linked-visit.ts';
import { type AppOptions, type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
import { listenToVisit, namesOf } from '#tests/support/server/live-stream.ts';
import { numberKeys } from './number-key.ts';
import { refuseNumber } from './refuse-number.ts';

const ELLAS = '+46701234567';
const OFTEN: AppOptions = { change: () => ({ refusedNumbersMs: 20 }) };

/** A family whose friend Ella is here; her parent's number is typed as it is spoken. */
async function familyOn({ url }: AppUnderTest, phone = '070-123 45 67') {
  const home = await registerHousehold(url);
  const ref = await home.addFriend(await home.addChild(), 'Ella', phone);
  const arrival = await home.run('checkIn', ref);
  const give = () =>
    home.run('giveLink', {
      ...ref,
      visit: arrival.op,
      hash: `${newId()}${newId()}`.slice(0, 43).padEnd(43, '0'),
    });
  return { home, ref, give };
}

const settingsOf = ({ dataDir, place }: AppUnderTest) => ({
  ...{ dataDir, databaseUrl: place.DATABASE_URL, defaultCountry: 'SE' as const },
});

const codeOf = (outcome: Outcome) => (outcome.result === 'refused' ? outcome.refusal.code : outcome.result);

test('a number is refused for every family at once, however it is typed, and can be allowed again', async () => {
  const app = await startApp(OFTEN);
  const [one, other, abroad] = [
    await familyOn(app),
    await familyOn(app, '+46 (0)70 123 45 67'),
    await familyOn(app, '+45 32 12 34 56'),
  ];
  expect(codeOf(await one.give())).toBe('done');
  expect(await refuseNumber(settingsOf(app), '070-123 45 67', { allow: false })).toBe('changed');
  await until(async () => codeOf(await one.give()) === 'links-refused');
  expect(codeOf(await other.give())).toBe('links-refused');
  expect(codeOf(await abroad.give())).toBe('done');
  expect(await refuseNumber(settingsOf(app), ELLAS, { allow: true })).toBe('changed');
  await until(async () => codeOf(await one.give()) !== 'links-refused');
});

test('a link that shows its visit shows nothing any more, also on a page that is open', async () => {
  const app = await startApp({ change: () => ({ refusedNumbersMs: 20, liveTimes: { heartbeat: 400 } }) });
  const [ellas, abroad] = [
    await linkedVisit(app.url),
    await linkedVisit(app.url, { phone: '+45 32 12 34 56' }),
  ];
  const streams = [await listenToVisit(app.url, ellas.link), await listenToVisit(app.url, abroad.link)];
  for (const stream of streams) await until(() => namesOf(stream).includes('visit'));
  await refuseNumber(settingsOf(app), ELLAS, { allow: false });
  await streams[0]?.ended;
  expect(streams.map((stream) => namesOf(stream).includes('closed'))).toEqual([true, false]);
  expect((await seeVisit(app.url, ellas.link)).status).toBe(410);
  expect((await seeVisit(app.url, abroad.link)).status).toBe(200);
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
  expect(codeOf(await family.give())).toBe('links-refused');
  expect((await numberKeys(again.store))(ELLAS)).toBe(keyOf(ELLAS));
  const elsewhere = await startApp();
  expect((await numberKeys(elsewhere.store))(ELLAS)).not.toBe(keyOf(ELLAS));
});

test('while the store cannot be read, the numbers of before hold', async () => {
  let isDown = false;
  let readings = 0;
  const app = await startApp({
    change: ({ store }) => ({
      refusedNumbersMs: 20,
      store: new Proxy(store, {
        get: (target, name: keyof typeof store) =>
          name !== 'refusedNumbers'
            ? target[name]
            : async () => {
                readings += 1;
                if (isDown) throw new Error('the disk is away');
                return target.refusedNumbers();
              },
      }),
    }),
  });
  const family = await familyOn(app);
  await app.store.refuseNumber((await numberKeys(app.store))(ELLAS));
  await until(async () => codeOf(await family.give()) === 'links-refused');
  isDown = true;
  const before = readings;
  await until(() => readings > before + 2);
  expect(codeOf(await family.give())).toBe('links-refused');
  expect(app.log.text).toContain('those of before hold');
});

test('a guest, and a number that is not certain, cannot be refused', async () => {
  const app = await startApp(OFTEN);
  const unclear = await familyOn(app, '12 34');
  const { home, ref } = unclear;
  await refuseNumber(settingsOf(app), ELLAS, { allow: false });
  expect(await refuseNumber(settingsOf(app), '12 34', { allow: false })).toBe('no-number');
  expect(codeOf(await unclear.give())).toBe('done');
  const guest = await home.addGuest(ref.child, 'Omar', '070-123 45 67');
  const { op: visit } = await home.run('checkIn', guest);
  expect(codeOf(await home.run('giveLink', { ...guest, visit, hash: 'g'.repeat(43) }))).toBe('done');
});
