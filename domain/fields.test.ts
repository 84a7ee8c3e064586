import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { seed } from '#tests/support/seed.ts';
import {
  birthDateSchema,
  emailSchema,
  emptyOr,
  fieldProblem,
  nameSchema,
  newEmailSchema,
  newPhoneSchema,
  noteSchema,
  passwordSchema,
  phoneSchema,
  withoutInvisibleMarks,
} from './fields.ts';
import { secretIn, withFragment } from './links/link-secret.ts';

const GOOD = {
  name: [
    nameSchema,
    ...['Åsa', '李小龍', 'ליאור', '👩‍👧 Mia', 'A\u2800B', "D'Arcy-Smith", 'x'.repeat(100), '👶'.repeat(100)],
  ],
  note: [noteSchema, 'Allergi: nötter\n\nMormor hämtar', 'x'.repeat(200), '👶'.repeat(200)],
  phone: [phoneSchema, '070-123 45 67', '+46 70 123 45 67', '0046701234567', '(08) 12.34/56', '112'],
  'birth date': [birthDateSchema, '1900-01-01', '2024-02-29', '2019-12-31'],
  email: [emailSchema, 'maja@example.org', 'root@localhost'],
  'new email': [newEmailSchema, 'anna@mail.example.org'],
  password: [passwordSchema, '👶👶👶👶👶👶', 'å'.repeat(512)],
  'optional phone': [emptyOr(phoneSchema), '', '  ', '\u2800\u200b', '070-123'],
} as const satisfies Record<string, readonly [v.GenericSchema, ...string[]]>;

it.each(Object.entries(GOOD))('a good %s is accepted', (_field, [schema, ...typed]) => {
  for (const text of typed) expect([text, fieldProblem(schema, text)]).toEqual([text, undefined]);
});

it.each([
  ['name', nameSchema, 'empty', ['', '   ', '\u200b', '\u202e \u2066', '\u3164\u2060', '\u2800']],
  ['name', nameSchema, 'empty', ['\u{1d159} \u{16fe4}\u{13441}']],
  ['name', nameSchema, 'long', ['x'.repeat(101), '👶'.repeat(101)]],
  ['name', nameSchema, 'characters', ['a\u0000b', 'a\ud800', 'a\u0085\u007f', 7, null]],
  ['note', noteSchema, 'empty', ['', '\n\u200b']],
  ['note', noteSchema, 'long', ['x'.repeat(201), '👶'.repeat(201)]],
  ['note', noteSchema, 'characters', ['a\u0000b', 'a\ud800', 7]],
  ['phone', phoneSchema, 'empty', ['', '\u202a\u202c']],
  ['phone', phoneSchema, 'phone', ['12', '+-() ', '070x1234567', '0'.repeat(31)]],
  ['birth date', birthDateSchema, 'date', ['2023-02-29', '2024-13-01', '1899-12-31', '24-01-01', '2024-1-1']],
  ['birth date', birthDateSchema, 'date', ['soon', '+02024-01-01']],
  ['email', emailSchema, 'email', ['maja@']],
  ['email', emailSchema, 'long', [`${'m'.repeat(250)}@example.org`]],
  ['new email', newEmailSchema, 'email', ['root@localhost', 'anna@intranet', 'anna@example.', 'anna@björk']],
  ['new email', newEmailSchema, 'email', ['björk.example', 'anna@bj örk.example', 'anna@@björk.example']],
  ['new email', newEmailSchema, 'email', ['änna@example.org', 'anna@björk…se']],
  ['password', passwordSchema, 'weak', ['12345', '👶👶👶👶👶']],
  ['password', passwordSchema, 'long', ['å'.repeat(513)]],
  ['optional phone', emptyOr(phoneSchema), 'phone', ['ring mig']],
  ['optional phone', emptyOr(phoneSchema), 'characters', [7]],
] as const)('a bad %s is refused: %#', (_field, schema, problem, typed) => {
  for (const value of typed) expect([value, fieldProblem(schema, value)]).toEqual([value, problem]);
});

describe('invisible marks in names', () => {
  it.each([
    ...[
      '👩‍👧 Mia',
      '❤️',
      '👨🏽‍🚒',
      '🏳️‍🌈 Kim',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '1️⃣',
    ],
    ...['می‌خواهم', 'ශ්‍රී', 'ന്‍', 'र्‍क', '葛\u{e0100}城', 'Zoë'],
  ])('stay where they are seen: %s', (name) => {
    expect(v.parse(nameSchema, name)).toBe(name);
  });
  it.each([
    ['E\u200blla', 'Ella'],
    ['Ella\u200d', 'Ella'],
    ['\ufeffElla\u2060', 'Ella'],
    ['El\u00adla', 'Ella'],
    ['Ella\u200e\u200f\u061c', 'Ella'],
    ['E\ufe0flla\ufe0e', 'Ella'],
    ['Ella\u{e0100}', 'Ella'],
    ['Ella\u{e0041}', 'Ella'],
    ['E\u034flla', 'Ella'],
    ['El\u200cla', 'Ella'],
    ['\u200b Ella \u200b', 'Ella'],
    ['دا\u200cر', 'دار'],
    ['👶\ufe0f\u200d', '👶'],
    ['👶\u200b\u200d👶', '👶👶'],
    ['می\u200c\u200cخ', 'می\u200cخ'],
    ['Ella\u3164', 'Ella'],
    ['\u202eElla\u202c', 'Ella'],
    ['\u2068عمر\u2069', 'عمر'],
    ['Ella\tLind', 'Ella Lind'],
    ['Ella\r\nLind\u2028Ek\n', 'Ella Lind Ek'],
  ])('go where nobody sees them: %j', (name, seen) => {
    expect(v.parse(nameSchema, name)).toBe(seen);
  });
  it('leave a name alone that was cleaned before', () => {
    const marks = fc.constantFrom('\u200b', '\u200c', '\u200d', '\ufe0f', 'a', 'ی', '👶', '❤', '\u094d', 'र');
    const cleanedTwice = (parts: string[]) => {
      const once = withoutInvisibleMarks(parts.join(''));
      expect(withoutInvisibleMarks(once)).toBe(once);
    };
    fc.assert(fc.property(fc.array(marks, { maxLength: 12 }), cleanedTwice), { seed });
  });
});

describe('notes', () => {
  it('are cleaned of what was pasted with them', () => {
    expect(v.parse(noteSchema, '\u202dNötter\tägg\r\nMormor\u2029hämtar\u202c')).toBe(
      'Nötter ägg\nMormor\nhämtar',
    );
  });
  it('are stored as they will be read: once cleaned they stay as they are, at most 200 characters', () => {
    const unit = fc.constantFrom(' ', '\n', '\u200b', '\u200d', 'ä', '👶', '"', ';');
    const cleaned = (text: string) => {
      const once = v.safeParse(noteSchema, text);
      if (!once.success) return;
      expect(v.parse(noteSchema, once.output)).toBe(once.output);
      expect([...once.output].length).toBeLessThanOrEqual(200);
      expect(once.output.trim()).toBe(once.output);
    };
    fc.assert(fc.property(fc.string({ unit, maxLength: 250, size: 'max' }), cleaned), { seed });
  });
});

describe('pasted text', () => {
  it.each([
    ['\u202a070\u2011123\u00a045\u202f67\u202c', '070-123 45 67'],
    ['\u2066+46 70–123 45 67\u2069', '+46 70-123 45 67'],
    ['(＋４６)\u200b７０−１２３', '(+46)70-123'],
    ['٠٧٠١٢٣٤٥٦٧', '0701234567'],
    ['tel:070-1234567', '070-1234567'],
  ])('in a number, %j, becomes what it looks like: %s', (pasted, phone) => {
    expect(v.parse(newPhoneSchema, pasted)).toBe(phone);
    expect(v.parse(phoneSchema, pasted)).toBe(phone);
  });
  it.each(['070-1234567/073-7654321', '070-1234567, 073-7654321', '070-1234567 eller 073-7654321'])(
    'with two numbers, %s, is refused with a sentence of its own',
    (pasted) => {
      expect(fieldProblem(newPhoneSchema, pasted)).toBe('two-numbers');
      expect(fieldProblem(emptyOr(newPhoneSchema), pasted)).toBe('two-numbers');
    },
  );
  it('keeps two numbers that an older page stored', () => {
    expect(v.is(phoneSchema, '070-1234567/073-7654321')).toBe(true);
  });
  it.each([
    ['anna\u200b@example.org\ufeff', 'anna@example.org'],
    ['mailto:anna@example.org?subject=Hej', 'anna@example.org'],
    ['MAILTO:\u00a0anna@example.org', 'anna@example.org'],
    ['\u2068Anna Berg\u2069 <anna@example.org>,', 'anna@example.org'],
    ['<mailto:anna@example.org>', 'anna@example.org'],
    ['anna@example.org; ', 'anna@example.org'],
    ['anna@björk.example', 'anna@björk.example'],
    ['anna@xn--bjrk-6qa.example', 'anna@xn--bjrk-6qa.example'],
    ['anna@पाल.भारत', 'anna@पाल.भारत'],
  ])('in an e-mail field, %j, becomes the address %s', (pasted, email) => {
    expect(v.parse(newEmailSchema, pasted)).toBe(email);
  });
});

describe('a very long text', () => {
  it.each(['<', ' .', '1 ', 'a/', '%25', '\u200b@', '\n\t', '(+'])(
    'of %j is refused without a long search',
    (unit) => {
      const text = unit.repeat(100_000);
      for (const schema of [newEmailSchema, phoneSchema, newPhoneSchema, nameSchema, noteSchema])
        expect(fieldProblem(schema, text)).toBeDefined();
      expect(secretIn(text)).toBeUndefined();
      expect(withFragment(`/visit${text}`)).toBeUndefined();
    },
  );
});
