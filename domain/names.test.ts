import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from './ids.ts';
import { firstName, genitive, maskedEmail, type NamedParent, parentNames } from './names.ts';

const parentsOf = (...people: [first: string, last: string, email: string][]): NamedParent[] =>
  people.map(([firstName, lastName, email], i) => ({ uid: `parent-${i}` as Id, firstName, lastName, email }));
const namesOf = (...people: [string, string, string][]) => [...parentNames(parentsOf(...people)).values()];

test('a first name of its own is the name', () => {
  expect(namesOf(['Anna', 'Lind', 'a@example.org'], ['Bo', 'Lind', 'b@example.org'])).toEqual(['Anna', 'Bo']);
});

test('one first name, however it is written, is told apart by the last, and a third parent is not touched', () => {
  const names = namesOf(
    ['Anna', 'Lind', 'a@example.org'],
    ['anna', 'Berg', 'b@example.org'],
    ['Bo', 'Lind', 'c@example.org'],
  );
  expect(names).toEqual(['Anna Lind', 'anna Berg', 'Bo']);
});

test('one whole name is told apart by the e-mail address, as much of it as is needed', () => {
  expect(
    namesOf(
      ['Anna', 'Lind', 'anna@example.org'],
      ['Anna', 'Lind', 'anna.l@example.org'],
      ['Anna', 'Lind', 'anna@example.com'],
    ),
  ).toEqual(['Anna Lind (anna@example.org)', 'Anna Lind (anna.l)', 'Anna Lind (anna@example.com)']);
});

test('a list of whole names begins with these', () => {
  const two = parentsOf(['Anna', 'Lind', 'a@example.org'], ['Bo', 'Lind', 'b@example.org']);
  expect([...parentNames(two, 'whole').values()]).toEqual(['Anna Lind', 'Bo Lind']);
});

test('no two parents have one name, whatever they are called', () => {
  const name = fc.constantFrom('Anna', 'ANNA', 'Anna Lind', 'Lind', 'Bo', 'Åsa', 'A\u030Asa');
  const email = fc.stringMatching(/^[ab]{1,2}@[ab]\.org$/);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, name, email), { selector: (one) => one[2], minLength: 2, maxLength: 6 }),
      (people) => {
        const names = namesOf(...people).map((one) => one.normalize('NFC').toLowerCase());
        expect(new Set(names).size).toBe(people.length);
      },
    ),
    { seed: 16, numRuns: 500 },
  );
});

test.each([
  ['Ella', 'Ella'],
  ['  Ella   Lind ', 'Ella'],
  ['Ella\u00a0Lind', 'Ella'],
  ['Anna-Karin Svensson', 'Anna-Karin'],
  ['Ella, Noahs kompis', 'Ella'],
  ['O’Neill Jr', 'O’Neill'],
  ['ella lind', 'ella'],
  ['عمر فاروق', 'عمر'],
  ['🦄 Ella', 'Ella'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['Ella🦄 Lind', 'Ella🦄'],
  ['Zoe\u0308 Lind', 'Zoe\u0308'],
  ['李小龍', '李小龍'],
  [',', ','],
  ['{{time}} $&', '{{time}}'],
])('the first name of %j is %j', (name, first) => {
  expect(firstName(name)).toBe(first);
});

test.each([
  ['astrid@example.se', 'a…@e….se'],
  ['a@b.co.uk', 'a…@b….uk'],
  ['åsa.berg@exempel.se', 'å…@e….se'],
  ['root@localhost', 'r…@l…'],
])('%s is masked as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});

test.each([
  ['Ella', 'Ellas', 'Ella’s'],
  ['Lukas', 'Lukas', 'Lukas’s'],
  ['Max', 'Max', 'Max’s'],
  ['Ella LINDQVIST', 'Ella LINDQVISTs', 'Ella LINDQVIST’s'],
  ['Fritz', 'Fritz', 'Fritz’s'],
])('what belongs to %s is %s in Swedish and %s in English', (name, swedish, english) => {
  expect([genitive('sv', name), genitive('en', name)]).toEqual([swedish, english]);
});
