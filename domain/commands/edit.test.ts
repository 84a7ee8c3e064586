import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '#domain/documents.ts';
import { childPath, friendPath, guestPath, type Path, profilePath } from '#domain/paths.ts';
import { child, ella, family, omar } from '#tests/support/people/rulebook-family.ts';
import { contextOf, minute } from '#tests/support/people/rulebook-household.ts';
import { seed } from '#tests/support/seed.ts';
import { prepare } from './catalogue.ts';

const context = contextOf('edit000000000001', minute(0));
const friend = ella.visitor;
const guest = omar.visitor;
const EDITS: [string, Path, object][] = [
  ['editChild', childPath(child), { child, name: 'Nora', birthDate: '2019-05-02' }],
  ['editFriend', friendPath(child, friend), { child, friend, name: 'Elin', parentPhone: '112' }],
  ['editGuest', guestPath(child, guest), { child, guest, name: 'Omid', parentUserId: 'ali' }],
  ['updateProfile', profilePath(context.actor), { firstName: 'Mia', phone: '' }],
];
const FRIEND = { child, friend };
const before = family().draft.get(friendPath(child, friend));

/** Runs one edit of a fresh family, whose number the server knows in E.164 form, and returns the document. */
function edited(name: string, path: Path, args: object, e164 = (typed: string) => `E164 of ${typed}`) {
  const { draft } = family();
  draft.puts.set(friendPath(child, friend), { ...before, parentPhoneE164: '+46701234567' } as Document);
  const own = profilePath(context.actor);
  draft.puts.set(own, { ...draft.get(own), phone: '112' } as Document);
  const decision = draft.decide(prepare(name, args, { ...context, e164 }));
  return { ...decision, document: draft.get(path) };
}

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
      expect(draft.decide(prepare(name, args, context))).toMatchObject({ accepted: true });
      expect(draft.get(path)).toMatchObject(newer);
      expect(draft.get(path)).not.toMatchObject(stored ?? {});
    }),
    { numRuns: 50, seed },
  );
});

test.each(EDITS)('%s changes no field that is not sent', (name, path, args) => {
  const { document: stored } = edited('none', path, {});
  const ids = Object.entries(args).filter(([, value]) => [child, friend, guest].includes(value));
  for (const [field, value] of Object.entries(args)) {
    const { document } = edited(name, path, { ...Object.fromEntries(ids), [field]: value });
    const changed = Object.keys({ ...stored, ...document }).filter(
      (key) => document?.[key as keyof Document] !== stored?.[key as keyof Document],
    );
    const set = { name: ['renamedAt'], parentPhone: ['parentPhoneE164'] }[field] ?? [];
    const wanted = ids.some(([id]) => id === field) ? [] : [field, ...(name === 'editChild' ? [] : set)];
    expect(changed.filter((key) => key !== 'updatedAt').toSorted()).toEqual(wanted.toSorted());
  }
});

test('an edit of a child refuses a birth date in the future', () => {
  expect(edited('editChild', childPath(child), { child, birthDate: '2026-09-16' })).toMatchObject({
    refusal: { code: 'invalid-arguments', field: 'birthDate', problem: 'future' },
    document: { birthDate: '2019-05-01' },
  });
});

test('a number that is not sent keeps its E.164 form, and one that is uncertain has none', () => {
  const path = friendPath(child, friend);
  expect(edited('editFriend', path, { ...FRIEND, note: 'Nuts.' }).document).toMatchObject({
    ...{ name: 'Ella', parentPhone: '070-123 45 67', parentPhoneE164: '+46701234567', note: 'Nuts.' },
  });
  const uncertain = edited('editFriend', path, { ...FRIEND, parentPhone: '12 34' }, () => '').document;
  expect(uncertain).toMatchObject({ name: 'Ella', parentPhone: '12 34', parentPhoneE164: '' });
});

test.each(EDITS)('%s asks where a field holds neither its former nor its new value', (name, path, args) => {
  const { document } = edited('none', path, {});
  for (const [field, value] of Object.entries(args).filter(
    ([, id]) => ![child, friend, guest].includes(id),
  )) {
    const held = (document as unknown as Record<string, string>)[field] ?? '';
    const refusal = { code: 'changed-meanwhile', field };
    const run = (was: string, sent: unknown) =>
      edited(name, path, { ...args, [field]: sent, was: { [field]: was } });
    expect(run(held, value)).toMatchObject({ accepted: true });
    expect(run('another', value)).toMatchObject(value === held ? { accepted: true } : { refusal });
    if (held !== '') expect(run('another', held)).toMatchObject({ accepted: true });
  }
});

test('another first name is stamped with the time of receipt, any other edit is not', () => {
  const at = { ...context, at: minute(-90), receivedAt: minute(5) };
  const stamps = (sent: object) => {
    const { draft } = family();
    draft.decide(prepare('editFriend', { ...FRIEND, ...sent }, at));
    return (draft.get(friendPath(child, friend)) as { renamedAt?: string }).renamedAt;
  };
  for (const name of ['Ella Ek', ' Ella', '🦄 Ella Lind-Ek', 'ella', 'ELLA lind'])
    expect(stamps({ name })).toBeUndefined();
  expect([stamps({ note: 'Nuts.' }), stamps({ parentPhone: '112' })]).toEqual([undefined, undefined]);
  for (const name of ['Elin', 'Élla', 'Ek Ella', 'Ella-Maj'])
    expect([name, stamps({ name })]).toEqual([name, minute(5)]);
  // An earlier page sends the whole document.
  expect(stamps({ name: 'Sam', parentPhone: '070-123 45 67', note: '' })).toBe(minute(5));
});
