import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { askEveryWay } from '#tests/support/people/every-way.ts';
import {
  giveLink,
  linkedVisit,
  linkTo,
  newLink,
  seeVisit,
  shownBy,
} from '#tests/support/people/linked-visit.ts';
import { shareRestoredApp } from '#tests/support/restore/restored-app.ts';
import { until } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';

const { app, restore } = shareRestoredApp();

const codesOf = async (url: string, link: string) => (await askEveryWay(url, link)).map(codeOf);

// docs/sync.md: RS10
test('a link that the backup may lack is out of reach for a day, not taken back, and counts as no miss', async () => {
  const { url } = app();
  const { link } = await linkedVisit(url);
  restore();
  const lacking = newLink();
  for (let round = 0; round < 8; round += 1)
    expect(await codesOf(url, lacking)).toEqual(Array(6).fill('unavailable'));
  expect((await seeVisit(url, lacking)).status).toBe(503);
  expect(await shownBy(url, link)).toMatchObject({ visitor: 'Ella' });
  app().clock.ahead = DAY_MS + 1000;
  expect(await codesOf(url, lacking)).toEqual(Array(6).fill('link-expired'));
});

test('a link that was taken back since the restore ends its stream, and the other readers read on', async () => {
  const { url } = app();
  const { phone, ref, visit, link } = await linkedVisit(url);
  restore();
  const other = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  const second = await giveLink(phone, ref, visit);
  const taken = await Promise.all([link, second].map((one) => listenToVisit(url, one)));
  const stays = await listenToVisit(url, other.link);
  const shownOn = (stream: typeof stays) => stream.heard.filter(({ name }) => name === 'visit').length;
  await until(() => [...taken, stays].every((stream) => shownOn(stream) === 1));
  await phone.run('takeLinksBack', { ...ref, visit });
  await Promise.all(taken.map(({ ended }) => ended));
  for (const { text } of taken) expect(text).toContain('link-expired');
  await phone.run('checkOut', other.ref);
  await until(() => shownOn(stays) === 2);
});

test('a stream whose link a restored database lacks ends without a word', async () => {
  const { url } = app();
  const { phone, ref, visit, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await until(() => stream.heard.some(({ name }) => name === 'visit'));
  // Not in the same millisecond.
  app().clock.ahead = 1000;
  restore();
  await phone.run('takeLinksBack', { ...ref, visit });
  await stream.ended;
  expect(stream.text).not.toContain('link-expired');
});
