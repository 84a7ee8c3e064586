import { expect, test } from 'vitest';
import { childPath, friendPath, guestPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend } from '#tests/support/people/stored-family.ts';
import { loadPeople } from './household-data.ts';

test('a household with many children is assembled in one pass', async () => {
  let looks = 0;
  const noting = (path: string, document: object) => ({
    version: 1,
    document,
    get path() {
      looks += 1;
      return path;
    },
  });
  const changes = Array.from({ length: 100 }, newId).flatMap((child) => [
    noting(childPath(child), aChild()),
    noting(friendPath(child, newId()), aFriend('Ella')),
    noting(guestPath(child, newId()), aFriend('Nils')),
  ]);
  const store = { people: async () => ({ changes, cursor: 1, next: null }) };
  const account = { uid: newId(), household: newId(), email: 'astrid@example.org' };
  const context = { store, pace: { begin: async () => false } };
  const { children } = await loadPeople(context as unknown as Parameters<typeof loadPeople>[0], account);
  expect(looks).toBe(changes.length);
  expect(children).toHaveLength(100);
  for (const { friends, guests } of children)
    expect([friends, guests]).toMatchObject([[{ name: 'Ella' }], [{ name: 'Nils' }]]);
});
