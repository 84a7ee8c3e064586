import { expect, test } from 'vitest';
import type { HouseholdView, RefusedCommand } from '#client/data/port.ts';
import { canRetry, refusalReason } from '#client/session/refusal-reason.ts';
import { preloaded } from '#client/translations/preloaded.ts';
import { LANGUAGES, LOCALES } from '#domain/language.ts';
import { LIMITS, MOST_LINKS } from '#domain/limits.ts';
import { canEdit, heldInstead, refusalMessage } from './refusal-message.ts';

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
  [undefined, english.t(($) => $.refusals['not-found'])],
])('a command about %j that is gone says so', (people, words) => {
  const refused = refusedWith('not-found', people && { people });
  expect(refusalReason(english.t, refused)).toBe(words);
});

test.each([
  ['not-found', 'The visit is gone. This link no longer works.'],
  ['superseded', 'The visit is gone. This link no longer works.'],
  ['link-limit', `There are ${MOST_LINKS} links already. Take them back first. This link no longer works.`],
  ['links-refused', 'The family does not want links, so this link no longer works.'],
] as const)('a link that was refused as %s says what whoever got it sees', (code, words) => {
  const people = { child: 'Kim', person: 'Ella' };
  expect(refusalReason(english.t, refusedWith(code, { name: 'giveLink', people }))).toBe(words);
});

test.each([
  ['not-found', false, false],
  ['id-taken', false, false],
  ['superseded', false, false],
  ['invalid-arguments', false, true],
  ['failed', true, true],
  ['overlaps', true, true],
  ['too-many-visitors', true, true],
  ['too-many-corrections', false, false],
] as const)('after %s another try is offered: %s, editing: %s', (code, retry, edit) => {
  expect(canRetry(refusedWith(code))).toBe(retry);
  expect(canEdit(refusedWith(code, { name: 'addFriend', args: { name: 'Ella' } }))).toBe(edit);
  expect(canEdit(refusedWith(code))).toBe(false);
});

test('a refused profile is edited by what was typed, not by a choice alone', () => {
  const profile = (args: unknown) => refusedWith('failed', { name: 'updateProfile', args });
  expect(canEdit(profile({ firstName: 'Maria', notifications: false }))).toBe(true);
  expect(canEdit(profile({ notifications: false }))).toBe(false);
});

test('no button that discards a change reads as removing a person', () => {
  for (const language of LANGUAGES) {
    const { t } = preloaded(language).current();
    const remove = t(($) => $.common.remove);
    for (const discard of [t(($) => $.common.discard), t(($) => $.signOut.discard), t(($) => $.held.discard)])
      expect(discard).not.toContain(remove);
  }
});

test.each([
  ['too-many-children', LIMITS.children],
  ['too-many-visitors', LIMITS.visitors],
  ['too-many-open-visits', LIMITS.openVisits],
  ['too-many-corrections', LIMITS.correctionsOfVisit],
] as const)('%s names the limit in every language', (code, limit) => {
  for (const language of LANGUAGES) {
    const { t } = preloaded(language).current();
    const number = limit.toLocaleString(LOCALES[language]).replace('\u00a0', ' ');
    expect(refusalReason(t, refusedWith(code))).toContain(number);
  }
});

test('a late edit names what was saved meanwhile in its fields, of each kind of document', () => {
  const visitor = (kind: string, id: string, note: string) => ({
    ref: { kind, visitor: id },
    fields: { note },
  });
  const [friends, guests] = [[visitor('friend', 'ella', 'Nuts')], [visitor('guest', 'omar', 'Milk')]];
  const view = {
    children: [{ id: 'noah', name: 'Noah', friends, guests }],
    profile: { firstName: 'Maja', phone: '112' },
  } as unknown as HouseholdView;
  const held = (args: object, code: RefusedCommand['refusal']['code'] = 'changed-meanwhile') =>
    heldInstead(refusedWith(code, { args }), view);
  const note = { note: 'Eggs', was: { note: '' } };
  expect(held({ child: 'noah', friend: 'ella', ...note })).toEqual(['Nuts']);
  expect(held({ child: 'noah', guest: 'omar', ...note })).toEqual(['Milk']);
  expect(held({ child: 'noah', name: 'Nora', was: { name: 'Noa' } })).toEqual(['Noah']);
  expect(held({ firstName: 'Mia', phone: '1', was: { firstName: 'Mai', phone: '112' } })).toEqual(['Maja']);
  expect(held({ child: 'gone', friend: 'gone', ...note, note: 'x' })).toEqual([]);
  expect(held({ child: 'noah', friend: 'ella', ...note }, 'failed')).toEqual([]);
  expect(held({ visit: 'v', arrived: 'x', was: { arrived: 'y' } })).toEqual([]);
});
