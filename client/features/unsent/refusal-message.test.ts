import { expect, test } from 'vitest';
import type { RefusedCommand } from '#client/data/unsent-command.ts';
import { preloaded } from '#client/translations/preloaded.ts';
import { canEdit, canRetry, refusalMessage, refusalReason } from './refusal-message.ts';

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

const refusedWith = (code: RefusedCommand['refusal']['code'], changes: Partial<RefusedCommand> = {}) => ({
  ...({ op: 'op00000001', name: 'checkIn', args: {}, refusal: { code }, tappedAt: 0 } as const),
  ...changes,
});

test.each([
  [{ child: 'Kim', person: 'Noah' }, 'Noah is no longer in the list.'],
  [{ child: 'Kim' }, 'Kim is no longer in the list.'],
  [undefined, english.t(($) => $.common.refusals['not-found'])],
])('a command about %j that is gone says so', (people, words) => {
  const refused = refusedWith('not-found', people && { people });
  expect(refusalReason(english.t, refused)).toBe(words);
});

test.each([
  ['not-found', false, false],
  ['id-taken', false, false],
  ['superseded', false, false],
  ['invalid-arguments', false, true],
  ['failed', true, true],
  ['overlaps', true, true],
] as const)('after %s another try is offered: %s, editing: %s', (code, retry, edit) => {
  expect(canRetry(refusedWith(code))).toBe(retry);
  expect(canEdit(refusedWith(code, { name: 'addFriend' }))).toBe(edit);
  expect(canEdit(refusedWith(code))).toBe(false);
});
