import { expect, test } from 'vitest';
import { calls, EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { readCsv } from '#tests/support/csv.ts';
import { newId } from '#tests/support/people/household.ts';
import { linkedVisit, linkTo, mustRun, seeVisit } from '#tests/support/people/linked-visit.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';

const NOTE = 'Allergi: Hasselnöt\nFarbror Kvist hämtar';
/** A text to look for wherever the note must not be. */
const PLANTED = ['Hasselnöt', 'Kvist'];
const names = { name: 'Ella', parentPhone: '070-123 45 67' };

/** A friend who is here, with a note and a link, and a guest with a note; the rule about one number crashes. */
async function atHome() {
  const app = await startApp({
    change: () => ({
      e164: (typed) => {
        if (typed === '070-987') throw new TypeError('a rule crashed');
        return undefined;
      },
    }),
  });
  const linked = await linkedVisit(app.url);
  const { phone, ref } = linked;
  const { child, visitor: friend } = ref;
  await mustRun(phone, 'editFriend', { child, friend, ...names, note: NOTE });
  const nils = await phone.addGuest(child, 'Nils', 'farmor');
  const guest = { child, guest: nils.visitor, name: 'Nils', parentUserId: 'farmor' };
  await mustRun(phone, 'editGuest', { ...guest, note: NOTE });
  return { app, ...linked, child, friend, nils };
}

test('a note is in both exports', async () => {
  const { app, phone, nils } = await atHome();
  await phone.run('checkIn', nils);
  const file = await get(app.url, EXPORT_PATHS.visits, { cookie: phone.cookie });
  const [headings = [], ...rows] = readCsv(String(file.body).replace('\ufeff', ''));
  expect(headings.at(-1)).toBe('Anteckning');
  expect(rows.map((row) => row.at(-1))).toEqual([NOTE, NOTE]);
  const { body } = await get(app.url, EXPORT_PATHS.everything, { cookie: phone.cookie });
  expect(body).toMatchObject({ children: [{ friends: [{ note: NOTE }], guests: [{ note: NOTE }] }] });
});

test('no reader of a link, no notice and no line of the log has a note', async () => {
  const { app, phone, ref, child, friend, nils, visit, link } = await atHome();
  const stream = await listenToVisit(app.url, link);
  const seen = [
    await seeVisit(app.url, link, { shown: true }),
    await postJson(app.url, calls.storedByLink.path, { link }),
    await postJson(app.url, calls.answerVisit.path, { link, answer: { code: 'on-my-way' } }),
  ];
  const ofGuest = await linkTo(phone, nils);
  seen.push(await seeVisit(app.url, ofGuest.link), await seeVisit(app.url, ofGuest.link, phone));
  await mustRun(phone, 'editFriend', { child, friend, ...names, note: `${NOTE}!` });
  await mustRun(phone, 'checkOut', ref);
  const tooLong = { child, friend, ...names, note: NOTE.padEnd(201, '.') };
  expect(await phone.run('editFriend', tooLong)).toMatchObject({
    refusal: { code: 'invalid-arguments', field: 'note', problem: 'long' },
  });
  const crashes = { child, friend: newId(), name: 'Moa', parentPhone: '070-987', note: NOTE };
  expect(await phone.run('addFriend', crashes)).toMatchObject({ refusal: { code: 'failed' } });
  seen.push(await postJson(app.url, calls.refuseLinks.path, { link: ofGuest.link, remove: true }));
  await until(() => app.printed.length === 3);
  await mustRun(phone, 'takeLinksBack', { ...ref, visit });
  await stream.ended;

  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(stream.heard.length).toBeGreaterThan(1);
  expect(app.log.text).toContain('a rule crashed');
  const told = JSON.stringify([seen, stream.heard, app.printed, app.log.text]);
  for (const text of PLANTED) expect(told).not.toContain(text);
});
