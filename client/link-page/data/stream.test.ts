import { expect, test } from 'vitest';
import { eventParser } from './stream.ts';

const WHOLE =
  'event: visit\ndata: {"a":1}\n\n: a comment\n\nevent: heartbeat\r\ndata: {}\r\n\r\ndata: one\ndata: two\n\n';
const EVENTS = [
  { name: 'visit', data: '{"a":1}' },
  { name: 'heartbeat', data: '{}' },
  { name: 'message', data: 'one\ntwo' },
];

test('events are found however the network cuts the stream', () => {
  for (let size = 1; size <= WHOLE.length; size += 1) {
    const parse = eventParser();
    const pieces = WHOLE.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect(pieces.flatMap(parse), `pieces of ${size}`).toEqual(EVENTS);
  }
});

test('an event that is not complete waits', () => {
  const parse = eventParser();
  expect(parse('event: visit\ndata: {}\n')).toEqual([]);
  expect(parse('\n')).toEqual([{ name: 'visit', data: '{}' }]);
});
