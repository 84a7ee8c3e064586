import { expect, it } from 'vitest';
import type { Visit } from '../documents.ts';
import { HOUR_MS } from '../time.ts';
import { asksFrom } from './visit.ts';

const DAY = Date.parse('2026-05-04T00:00:00.000Z');
const evening = () => DAY + 20 * HOUR_MS;
const at = (hour: number) => new Date(DAY + hour * HOUR_MS).toISOString();
const visit = (hour: number, rest: Partial<Visit> = {}) =>
  ({ open: true, arrived: { at: at(hour) }, ...rest }) as Visit;
const askedAt = (asked: Visit) => {
  const from = asksFrom(asked, evening);
  return from === undefined ? 'never' : new Date(from).toISOString();
};

it.each([
  ['in the afternoon, from eight in the evening', visit(15), at(20)],
  ['at half past five, four hours later', visit(17.5), at(21.5)],
  ['late in the evening, four hours later, in the night', visit(22), at(26)],
  ['closed, never', visit(15, { open: false }), 'never'],
  ['by somebody who stays the night, never', visit(15, { staysNight: { by: 'p', at: at(20) } }), 'never'],
])('a visit that began %s', (_when, asked, expected) => {
  expect(askedAt(asked)).toBe(expected);
});
