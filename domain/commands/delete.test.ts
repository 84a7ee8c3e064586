import { describe, expect, it } from 'vitest';
import { child, ella, ends, family, friendNow } from '#tests/support/people/rulebook-family.ts';
import { minute } from '#tests/support/people/rulebook-household.ts';
import { childPath } from '../paths.ts';

describe('deleting', () => {
  it('a friend who is here keeps the visit, with the departure unknown', () => {
    const home = family();
    home.run('checkIn', ella, 0);
    home.run('deleteFriend', { child, friend: ella.visitor }, 5);
    expect(friendNow(home)).toBeUndefined();
    expect(ends(home)).toEqual([[minute(0), '?']]);
    expect(home.visits(ella)[0]?.visitor.name).toBe('Ella');
  });

  it('a child deletes its friends, guests and visits, and its id cannot be used again', () => {
    const home = family();
    home.run('checkIn', ella, 0);
    home.run('deleteChild', { child }, 5);
    expect(home.paths()).toEqual([]);
    expect(home.draft.isTaken(childPath(child))).toBe(true);
    expect(home.run('checkOut', ella, 6)).toMatchObject({ refusal: { code: 'not-found' } });
    const again = home.run('addChild', { child, name: 'Noah', birthDate: '2019-05-01' }, 7);
    expect(again).toMatchObject({ refusal: { code: 'id-taken' } });
  });
});
