import { expect, test } from 'vitest';
import type { RefusedCommand } from '#client/data/port.ts';
import { preloaded } from '#client/translations/preloaded.ts';
import { refusalMessage } from './refusal-message.ts';

const english = preloaded('en').current();

test.each([
  ['addChild', 'Failed to add child'],
  ['addGuest', 'Failed to add guest'],
  ['addFriend', 'An error occurred'],
  ['checkIn', 'An error occurred'],
  ['deleteChild', 'An error occurred'],
  ['updateProfile', 'Something went wrong on our side. Try again in a moment.'],
] as const)('a refused %s gives the message of the error catalogue', (name, words) => {
  const refused: RefusedCommand = {
    op: 'op00000001',
    name,
    args: {},
    refusal: { code: 'failed' },
    tappedAt: 0,
  };
  expect(refusalMessage(english.t, refused)).toBe(words);
});
