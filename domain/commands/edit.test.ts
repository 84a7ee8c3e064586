import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '#domain/documents.ts';
import { childPath, friendPath, guestPath, type Path, profilePath } from '#domain/paths.ts';
import { child, ella, family, omar } from '#tests/support/people/rulebook-family.ts';
import { contextOf, minute } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';

const context = contextOf('edit000000000001', minute(0));
const friend = ella.visitor;
const guest = omar.visitor;
const EDITS: [string, Path, object][] = [
  ['editChild', childPath(child), { child, name: 'Nora', birthDate: '2019-05-02' }],
  ['editFriend', friendPath(child, friend), { child, friend, name: 'Elin', parentPhone: '112' }],
  ['editGuest', guestPath(child, guest), { child, guest, name: 'Omid', parentUserId: 'ali' }],
  ['updateProfile', profilePath(context.actor), { firstName: 'Mia', phone: '' }],
];

test.each(EDITS)('%s keeps the fields that it does not know', (name, path, args) => {
  const unknown = fc.dictionary(
    fc.string({ minLength: 1 }).map((key) => `newer ${key}`),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(unknown, (newer) => {
      const { draft } = family();
      const stored = draft.get(path);
      draft.puts.set(path, { ...stored, ...newer } as Document);
      expect(draft.run(name, args, context)).toMatchObject({ accepted: true });
      expect(draft.get(path)).toMatchObject(newer);
      expect(draft.get(path)).not.toMatchObject(stored ?? {});
    }),
    { numRuns: 50, seed },
  );
});
