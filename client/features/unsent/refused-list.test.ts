import { expect, test } from 'vitest';
import type { HouseholdView, RefusedCommand } from '#client/data/port.ts';
import { allTranslations } from '#client/translations/all-texts.ts';
import { LANGUAGES } from '#domain/language.ts';
import { refusedWith } from '#tests/support/people/refused-command.ts';
import { canEdit, storedInstead } from './refused-list.tsx';

test('editing is offered where it may help', () => {
  const final = ['not-found', 'id-taken', 'superseded', 'too-many-corrections'] as const;
  const codes = [...final, 'invalid-arguments', 'failed', 'overlaps', 'too-many-visitors'] as const;
  const friend = { name: 'addFriend', args: { name: 'Ella' } } as const;
  expect(codes.filter((code) => canEdit(refusedWith(code, friend)))).toEqual(codes.slice(final.length));
  expect(codes.some((code) => canEdit(refusedWith(code)))).toBe(false);
});

test('a refused profile is edited by what was typed, not by a choice alone', () => {
  const profile = (args: unknown) => refusedWith('failed', { name: 'updateProfile', args });
  expect(canEdit(profile({ firstName: 'Maria', notifications: false }))).toBe(true);
  expect(canEdit(profile({ notifications: false }))).toBe(false);
});

test('no button that discards a change reads as removing a person', async () => {
  for (const language of LANGUAGES) {
    const { t } = (await allTranslations(language)).current();
    const remove = t(($) => $.common.remove);
    for (const discard of [t(($) => $.common.discard), t(($) => $.signOut.discard), t(($) => $.held.discard)])
      expect(discard).not.toContain(remove);
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
    storedInstead(refusedWith(code, { args }), view);
  const note = { note: 'Eggs', was: { note: '' } };
  expect(held({ child: 'noah', friend: 'ella', ...note })).toEqual(['Nuts']);
  expect(held({ child: 'noah', guest: 'omar', ...note })).toEqual(['Milk']);
  expect(held({ child: 'noah', name: 'Nora', was: { name: 'Noa' } })).toEqual(['Noah']);
  expect(held({ firstName: 'Mia', phone: '1', was: { firstName: 'Mai', phone: '112' } })).toEqual(['Maja']);
  expect(held({ child: 'gone', friend: 'gone', ...note, note: 'x' })).toEqual([]);
  expect(held({ child: 'noah', friend: 'ella', ...note }, 'failed')).toEqual([]);
  expect(held({ visit: 'v', arrived: 'x', was: { arrived: 'y' } })).toEqual([]);
});
