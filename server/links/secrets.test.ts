import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINK_LIFE_MS } from '#domain/limits.ts';
import { calls } from '#domain/protocol/calls.ts';
import { csvOf, exportOf } from '#tests/support/people/exports.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  type LinkedVisit,
  linkedVisit,
  linkTo,
  mustRun,
  newLink,
  seeVisit,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
import { everythingOf } from '#tests/support/server/everything-of.ts';
import { postJson } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';
import { stripOldLinks } from '../retention/strip-links.ts';
import { keysOfLink } from './link-handlers.ts';

/** Uses a link in every way there is, and fails with it in some. */
async function useAll({ link }: LinkedVisit, { url }: AppUnderTest): Promise<void> {
  const stream = await listenToVisit(url, link);
  await until(() => stream.heard.length > 1);
  const unknown = newLink();
  for (const secret of [link, unknown, `${link}x`]) {
    await seeVisit(url, secret, { shown: true });
    const answer = { code: 'thanks' };
    await postJson(url, calls.answerVisit.path, { link: secret, answer });
    await postJson(url, calls.answerVisit.path, { link: secret, answer: {} });
    await postJson(
      url,
      calls.seeVisit.path,
      { link: secret, shown: true },
      { origin: 'https://evil.example' },
    );
    await postJson(url, calls.storedByLink.path, { link: secret });
    await postJson(url, `${calls.seeVisit.path}/${secret}`, {});
  }
  await postJson(url, calls.refuseLinks.path, { link, remove: true });
  await stream.ended;
  for (let i = 0; i < 32; i += 1) await seeVisit(url, unknown);
}

test('neither log nor database holds a secret, or a text that opens a link', async () => {
  const app = await startApp();
  const linked = await linkedVisit(app.url);
  await useAll(linked, app);
  const kept = await everythingOf(app);
  const hash = createHash('sha256').update(linked.link).digest('base64url');
  // Otherwise nothing was looked at.
  expect(kept).toContain(hash);
  expect(kept).not.toContain(linked.link);
  const opening = [...new Set(kept.match(/[\w-]{10,}/g))].filter(
    (text) => createHash('sha256').update(text).digest('base64url') === hash,
  );
  expect(opening).toEqual([]);
  expect(app.log.text).not.toContain(hash);
});

test('what is stored of a link opens nothing', async () => {
  const { url } = await startApp();
  const linked = await linkedVisit(url);
  const stored = (await visitOf(linked)).links?.[0]?.hash ?? '';
  expect(stored).toMatch(/^[\w-]{43}$/);
  expect((await seeVisit(url, stored)).status).toBe(410);
  expect((await seeVisit(url, linked.link)).status).toBe(200);
});

test('what readers ask is no security event, but for guesses, and no line names a link', async () => {
  const app = await startApp();
  await useAll(await linkedVisit(app.url), app);
  const lines = securityLines(app);
  expect(lines.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['registered', 'ok'],
    ['link', 'limited'],
  ]);
  expect(Object.keys(lines[1] ?? {})).not.toContain('account');
});

test('a failure while a link is looked up is logged without it', async () => {
  const app = await startApp({
    calls: () => ({ linked: (hash) => Promise.reject(new TypeError(`of ${hash}`)) }),
  });
  const link = newLink();
  const { status, body } = await seeVisit(app.url, link);
  expect([status, JSON.stringify(body)]).toEqual([500, expect.stringMatching(/request [\w-]{12}\)/)]);
  const hash = createHash('sha256').update(link).digest('base64url');
  for (const text of [link, hash]) expect(app.log.text + JSON.stringify(body)).not.toContain(text);
  expect(app.log.text).toContain('/api/visit-link');
});

test('what counts the uses of a link is forgotten with it', async () => {
  const { url, store } = await startApp();
  const { link } = await linkedVisit(url);
  const began = Date.now();
  await postJson(url, calls.answerVisit.path, { link, answer: { code: 'thanks' } });
  await postJson(url, calls.refuseLinks.path, { link, remove: false });
  const keys = keysOfLink(createHash('sha256').update(link).digest('base64url'));
  // Allowed only where nothing was counted since.
  const counted = () =>
    Promise.all(keys.map((key) => store.attempt(key, began, { burst: 1, interval: LINK_LIFE_MS })));
  for (const wait of await counted()) expect(wait).toBeGreaterThan(0);
  await stripOldLinks({ store, now: () => began + LINK_LIFE_MS + 60_000 });
  expect(await counted()).toEqual([0, 0]);
});

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
  const { phone, nils } = await atHome();
  await phone.run('checkIn', nils);
  const [headings = [], ...rows] = await csvOf(phone);
  const column = headings.indexOf('Anteckning');
  expect(rows.map((row) => row[column])).toEqual([NOTE, NOTE]);
  expect((await exportOf(phone)).parsed).toMatchObject({
    children: [{ friends: [{ note: NOTE }], guests: [{ note: NOTE }] }],
  });
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
