import { expect, test } from 'vitest';
import type { Friend, Visit } from '../documents.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '../time.ts';
import { answered, opened, refused, stayChoices, toSharedVisit } from './link-holder.ts';
import { linkEnd, livingLink, withoutLinksBy, withoutOldLinks } from './link-life.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const at = (minutes: number) => isoTime(noon + minutes * MINUTE_MS);
const hash = 'h'.repeat(43);
const moment = (minutes: number, received = minutes) => ({
  ...{ at: at(minutes), tappedAt: at(minutes), receivedAt: at(received), zone: 'Europe/Stockholm' },
  ...{ certainty: 'exact' as const, by: 'a'.repeat(26), device: 'd'.repeat(26), op: 'o'.repeat(26) },
});
const open: Visit = {
  visitor: { kind: 'friend', id: 'e'.repeat(26), name: 'Ella Lind' },
  open: true,
  arrived: moment(0),
  corrections: [],
  links: [{ id: 'l'.repeat(26), hash, by: 'a'.repeat(26), madeAt: at(1) }],
};
const closed: Visit = { ...open, open: false, left: moment(60) };
const planned = (minutes: number): Visit => {
  return { ...open, expected: { at: at(minutes), by: 'a'.repeat(26), setAt: at(1) } };
};
const friend: Friend = { name: 'Ella Lind', parentPhone: '070-1', createdAt: at(-99), status: 'in' };
const hours = (count: number) => noon + count * HOUR_MS;

test('a link ends 72 hours after it was made, or 6 hours after the check-out was known', () => {
  const [link] = open.links ?? [];
  if (!link) throw new Error('no link');
  expect(linkEnd(open, link)).toBe(hours(72) + MINUTE_MS);
  expect(linkEnd(closed, link)).toBe(hours(7));
  // A check-out that reached the server late must still be seen.
  expect(linkEnd({ ...closed, left: moment(60, 480) }, link)).toBe(hours(14));
  expect(linkEnd({ ...open, open: false }, link)).toBe(hours(6));
  for (const visit of [open, closed]) {
    const end = linkEnd(visit, link);
    expect(livingLink(visit, friend, hash, end - 1)).toBe(link);
    expect(livingLink(visit, friend, hash, end)).toBeUndefined();
  }
});

test('a link that is unknown or refused shows nothing', () => {
  expect(livingLink(open, friend, 'x'.repeat(43), noon)).toBeUndefined();
  expect(livingLink(open, refused(friend, false, at(2)), hash, noon)).toBeUndefined();
});

test('a link made before a refusal stays dead after links are allowed again, a later one lives', () => {
  const allowed = { linkRefusal: { at: at(2), allowedAt: at(3) } };
  expect(livingLink(open, allowed, hash, noon)).toBeUndefined();
  expect(livingLink(open, { linkRefusal: { at: at(0), allowedAt: at(3) } }, hash, noon)).toBeDefined();
});

test('only the first opening is kept', () => {
  const first = opened(open, hash, at(5));
  expect(first.links?.[0]?.openedAt).toBe(at(5));
  expect(opened(first, hash, at(9))).toBe(first);
  expect(opened(open, 'x'.repeat(43), at(5))).toBe(open);
});

test('an answer replaces the one before, three seconds later at the earliest', () => {
  const first = answered(open, { code: 'on-my-way' }, at(5));
  if (typeof first !== 'object') throw new Error('refused');
  expect(first.visit.answer).toEqual({ code: 'on-my-way', at: at(5) });
  expect(answered(first.visit, { code: 'thanks' }, isoTime(noon + 5 * MINUTE_MS + 2999))).toBe('too-soon');
  expect(answered(first.visit, { code: 'thanks' }, isoTime(noon + 5 * MINUTE_MS + 3000))).toMatchObject({
    visit: { answer: { code: 'thanks' } },
  });
});

test('a closed visit takes thanks alone', () => {
  expect(answered(closed, { code: 'on-my-way' }, at(90))).toBeUndefined();
  expect(answered(closed, { code: 'stay', until: at(120) }, at(90))).toBeUndefined();
  expect(answered(closed, { code: 'thanks' }, at(90))).toBeDefined();
});

test('the time to stay until lies ahead, near the present or the planned time', () => {
  const until = (minutes: number, visit = open) =>
    answered(visit, { code: 'stay', until: at(minutes) }, at(5));
  expect(answered(open, { code: 'stay' }, at(5))).toBeUndefined();
  expect(until(5)).toBeUndefined();
  expect(until(6)).toBeDefined();
  expect(until(186)).toBeUndefined();
  expect(until(300, planned(120))).toBeDefined();
  expect(until(301, planned(120))).toBeUndefined();
});

const asked = { code: 'stay' as const, until: at(60), at: at(5) };
const reply = { yes: true, by: 'a'.repeat(26), at: at(6) };

test('an answer is taken back until the host has replied to it', () => {
  const takesBack = asked.at;
  expect(answered({ ...open, answer: asked }, { takesBack }, at(5))).toEqual({ visit: open });
  expect(answered(open, { takesBack }, at(5))).toBeUndefined();
  expect(answered({ ...open, answer: { ...asked, reply } }, { takesBack }, at(7))).toBeUndefined();
});

test('what is taken back is the answer that is meant, and the one before it stands again', () => {
  for (const before of [asked, { ...asked, reply }]) {
    const slip = answered({ ...open, answer: before }, { code: 'on-my-way' }, at(8));
    if (typeof slip !== 'object') throw new Error('refused');
    expect(answered(slip.visit, { takesBack: asked.at }, at(8))).toBeUndefined();
    expect(answered(slip.visit, { takesBack: at(8) }, at(8))).toEqual({ visit: { ...open, answer: before } });
  }
});

test('an answer that is sent again replaces what the first one did', () => {
  const slip = { code: 'on-my-way' as const, at: at(8), replaced: asked };
  const again = answered({ ...open, answer: slip }, { code: 'on-my-way' }, at(9));
  expect(again).toMatchObject({ visit: { answer: { at: at(9), replaced: asked } } });
  const anew = answered({ ...open, answer: { ...asked, reply } }, { code: 'stay', until: at(60) }, at(9));
  expect(anew).toMatchObject({ visit: { answer: { at: at(9), replaced: { ...asked, reply } } } });
});

test('a reader chooses among the next four half hours, after the planned time if there is one', () => {
  expect(stayChoices({ expected: null }, noon + 5 * MINUTE_MS).map(isoTime)).toEqual(
    [30, 60, 90, 120].map(at),
  );
  expect(stayChoices({ expected: at(60) }, noon).map(isoTime)).toEqual([90, 120, 150, 180].map(at));
  for (const choice of stayChoices({ expected: at(60) }, noon))
    expect(answered(planned(60), { code: 'stay', until: isoTime(choice) }, at(0))).toBeDefined();
});

test('a reader sees first names and times alone', () => {
  const corrections = [{ end: 'arrived' as const, to: at(0), by: 'a'.repeat(26), at: at(3) }];
  const whole = { visitor: 'Ella Lind', child: 'Noah Berg', isLatest: true, isFollowed: false };
  const maja = { name: 'Maja Berg', phone: undefined, e164: undefined };
  expect(toSharedVisit({ ...planned(60), corrections }, { ...whole, sender: maja }, false, at(9))).toEqual({
    ...{ visitor: 'Ella', child: 'Noah', sender: { name: 'Maja' } },
    ...{ open: true, left: null, expected: at(60), answer: null },
    ...{ arrived: { at: at(0), zone: 'Europe/Stockholm', corrected: true }, isOwn: false, asOf: at(9) },
  });
  const guess = { ...closed, arrived: { ...moment(0), certainty: 'uncertain' as const } };
  const names = { visitor: 'Ella', child: 'Noah', isLatest: true, isFollowed: false };
  expect(toSharedVisit(guess, { ...names, sender: undefined }, false, at(9))).toMatchObject({
    arrived: { at: at(0), zone: 'Europe/Stockholm', uncertain: true },
  });
  // Only if the sender chose to show it.
  const sender = { name: 'Maja', phone: '070-123 45 67', e164: '+46701234567' };
  expect(toSharedVisit(guess, { ...names, sender }, false, at(9)).sender).toEqual(sender);
});

test('links that are old are stripped, the answer with the last of them, and nothing else', () => {
  const answer = { code: 'thanks' as const, at: at(9) };
  const later = (open.links ?? []).map((link) => ({ ...link, madeAt: at(5) }));
  const two = { ...open, answer, links: [...(open.links ?? []), ...later] };
  expect(withoutOldLinks(two, at(2))).toEqual({ ...two, links: two.links.slice(1) });
  const { links: _links, answer: _answer, ...without } = two;
  expect(withoutOldLinks(two, at(6))).toEqual(without);
  for (const visit of [two, without, { ...without, answer }])
    expect(withoutOldLinks(visit, at(1))).toBe(visit);
});

test('a parent takes the own links along, and the answer with the last of the visit', () => {
  const [mine] = open.links ?? [];
  if (!mine) throw new Error('no link');
  const answer = { code: 'thanks', at: at(9) } as const;
  const other = { ...mine, id: 'm'.repeat(26), by: 'b'.repeat(26) };
  const shared = withoutLinksBy({ ...open, links: [mine, other], answer }, mine.by);
  expect(shared).toEqual({ ...open, links: [other], answer });
  const { links: _links, ...unlinked } = open;
  expect(withoutLinksBy({ ...open, answer }, mine.by)).toEqual(unlinked);
  expect(withoutLinksBy(shared, mine.by)).toBe(shared);
});
