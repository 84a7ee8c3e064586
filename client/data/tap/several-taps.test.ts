import { expect, test } from 'vitest';
import type { VisitorRef } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { annasFamily, type Family, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

/** Twelve friends of Kim, Ella among them. */
async function party(): Promise<Family & { friends: VisitorRef[] }> {
  const family = await annasFamily();
  const { tab, child, ella } = family;
  const friends: VisitorRef[] = [ella];
  while (friends.length < 12) {
    const friend = newId();
    await tab.home.run('addFriend', { child, friend, name: `Friend ${friend}`, parentPhone: '112' });
    friends.push({ child, kind: 'friend', visitor: friend });
  }
  await quiet(tab);
  return { ...family, friends };
}

test('twelve taps of one frame are shown at once, stored after it, sent in one request, and are a visit each', async () => {
  const { phone, tab, friends, server, serverHousehold } = await party();
  const frames: (() => void)[] = [];
  phone.afterFrame = (work) => void frames.push(work);
  const sent = server.requests.length;
  const taps = Promise.all(friends.map((ref) => tab.home.run('checkIn', ref)));
  expect(friends.map((ref) => row(tab.home.view(), ref)?.status)).toEqual(friends.map(() => 'in'));
  phone.afterFrame = (work) => work();
  for (const draw of frames.splice(0)) draw();
  expect((await taps).every(({ done }) => done)).toBe(true);
  await quiet(tab);
  const withOps = server.requests.slice(sent).filter((request) => opsIn(request) > 0);
  expect(withOps.map(opsIn)).toEqual([12]);
  expect(serverHousehold.visits().filter(({ visit }) => visit.open)).toHaveLength(12);
});

test('everybody sent home and taken back is here as before: time, correction, planned time, the night', async () => {
  const { phone, tab, friends } = await party();
  for (const ref of friends) await tab.home.run('checkIn', ref);
  const openOf = (ref: VisitorRef) => row(tab.home.view(), ref)?.openVisit?.visit ?? '';
  const [one, two, three] = friends as [VisitorRef, VisitorRef, VisitorRef];
  const minutes = (count: number) => isoTime(phone.now() + count * 60_000);
  await tab.home.run('correctVisit', { ...one, visit: openOf(one), arrived: minutes(-90) });
  await tab.home.run('expectHome', { ...two, visit: openOf(two), at: minutes(60) });
  await tab.home.run('stayNight', { ...three, visit: openOf(three), stays: true });
  await quiet(tab);
  const { children, history } = tab.home.view();
  phone.isOnline = false;
  await Promise.all(friends.map((ref) => tab.home.run('checkOut', ref)));
  const undone = friends.map((ref) => {
    const args = row(tab.home.view(), ref)?.undo;
    return args && tab.home.run('undo', args);
  });
  expect(await Promise.all(undone)).toHaveLength(12);
  phone.isOnline = true;
  await quiet(tab);
  expect(tab.home.view().children).toEqual(children);
  expect(tab.home.view().history).toEqual(history);
});

function opsIn({ body }: { body: unknown }): number {
  const { ops = [] }: { ops?: unknown[] } = Object(body);
  return ops.length;
}
