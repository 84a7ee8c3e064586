import { expect, test } from 'vitest';
import type { Friend } from '#domain/documents.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { child, friend } from '#tests/support/people/child-view.ts';
import { hasWaitedLong, shownOnBoard, standingRefusal } from './refusal-note.tsx';

const now = Date.parse('2026-11-20T15:00:00Z');
const ago = (days: number) => isoTime(now - days * DAY_MS);
const said = (name: string, linkRefusal: Friend['linkRefusal']) => friend(name, { linkRefusal });

const ella = said('Ella', { at: ago(40), removalAskedAt: ago(40) });
const sam = said('Sam', { at: ago(2), removalAskedAt: ago(2) });
const moa = said('Moa', { at: ago(1) });
const max = said('Max', { at: ago(8) });
const kim = said('Kim', { at: ago(3), removalAskedAt: ago(3), keptAt: ago(1) });
const leo = said('Leo', { at: ago(1), allowedAt: ago(0) });
const ida = said('Ida', { at: ago(1), removalAskedAt: ago(1), allowedAt: ago(0) });
const nobody = friend('Alva');

test('a request stands until it is answered, also where links were allowed again; a refusal until then', () => {
  expect([ella, moa, kim, leo, ida, nobody].map(standingRefusal)).toEqual([
    ...['asks-removal', 'refuses', 'refuses', undefined, 'asks-removal', undefined],
  ]);
});

test('the board tells of every request, the oldest first, then of the refusals of a week', () => {
  const list = [child('Noah', [nobody, max, moa, sam, leo]), child('Alma', [kim, ella])];
  expect(shownOnBoard(list, now).map(({ name }) => name)).toEqual(['Ella', 'Sam', 'Kim', 'Moa']);
  expect(shownOnBoard([child('Noah', [nobody, leo])], now)).toEqual([]);
});

test('a request has waited long after 30 days, a refusal never', () => {
  expect([ella, sam, max].map((visitor) => hasWaitedLong(visitor, now))).toEqual([true, false, false]);
  expect(hasWaitedLong(ella, now - 10 * DAY_MS)).toBe(false);
});
