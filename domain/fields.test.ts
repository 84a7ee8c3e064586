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
import { secretIn, withFragment } from './links/secret.ts';

describe('names', () => {
  it.each([
    'Åsa',
    '李小龍',
    'ליאור',
    '👩‍👧 Mia',
    'A\u2800B',
    "D'Arcy-Smith",
    'x'.repeat(100),
    '👶'.repeat(100),
  ])('accept %s', (name) => {
    expect(fieldProblem(nameSchema, name)).toBeUndefined();
  });
  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['x'.repeat(101), 'long'],
    ['👶'.repeat(101), 'long'],
    ['a\u0000b', 'characters'],
    ['a\ud800', 'characters'],
    ['a\u0085\u007f', 'characters'],
    ['\u200b', 'empty'],
    ['\u202e \u2066', 'empty'],
    ['\u3164\u2060', 'empty'],
    ['\u2800', 'empty'],
    ['\u{1d159} \u{16fe4}\u{13441}', 'empty'],
    [7, 'characters'],
    [null, 'characters'],
  ])('refuse %j as %s', (name, problem) => {
    expect(fieldProblem(nameSchema, name)).toBe(problem);
  });
});

describe('invisible marks in names', () => {
  const kept = [
    '👩‍👧 Mia',
    '❤️',
    '👨🏽‍🚒',
    '🏳️‍🌈 Kim',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '1️⃣',
    'می‌خواهم',
    'ශ්‍රී',
    'ന്‍',
    'र्‍क',
    '葛\u{e0100}城',
    'Zoë',
  ];
  it.each(kept)('stay where they are seen: %s', (name) => {
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
  it.each(['Allergi: nötter\n\nMormor hämtar', 'x'.repeat(200), '👶'.repeat(200)])('accept %j', (note) => {
    expect(v.parse(noteSchema, note)).toBe(note);
  });
  it.each([
    ['', 'empty'],
    ['\n\u200b', 'empty'],
    ['x'.repeat(201), 'long'],
    ['👶'.repeat(201), 'long'],
    ['a\u0000b', 'characters'],
    ['a\ud800', 'characters'],
    [7, 'characters'],
  ])('refuse %j as %s', (note, problem) => {
    expect(fieldProblem(noteSchema, note)).toBe(problem);
  });
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

describe('phones', () => {
  it.each(['070-123 45 67', '+46 70 123 45 67', '0046701234567', '(08) 12.34/56', '112'])(
    'accept %s as typed',
    (phone) => {
      expect(fieldProblem(phoneSchema, phone)).toBeUndefined();
    },
  );
  it.each([
    ['', 'empty'],
    ['12', 'phone'],
    ['+-() ', 'phone'],
    ['070x1234567', 'phone'],
    ['0'.repeat(31), 'phone'],
    ['\u202a\u202c', 'empty'],
  ])('refuse %j', (phone, problem) => {
    expect(fieldProblem(phoneSchema, phone)).toBe(problem);
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
  it.each([
    'anna@björk',
    'björk.example',
    'anna@bj örk.example',
    'anna@@björk.example',
    'änna@example.org',
    'anna@björk…se',
  ])('does not make %s an address', (pasted) => {
    expect(fieldProblem(newEmailSchema, pasted)).toBe('email');
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

describe('birth dates', () => {
  it.each(['1900-01-01', '2024-02-29', '2019-12-31'])('accept %s', (date) => {
    expect(fieldProblem(birthDateSchema, date)).toBeUndefined();
  });
  it.each(['2023-02-29', '2024-13-01', '1899-12-31', '24-01-01', '2024-1-1', 'soon', '+02024-01-01'])(
    'refuse %s',
    (date) => {
      expect(fieldProblem(birthDateSchema, date)).toBe('date');
    },
  );
});

describe('e-mail and password', () => {
  it('requires a valid address', () => {
    expect(fieldProblem(emailSchema, 'maja@example.org')).toBeUndefined();
    expect(fieldProblem(emailSchema, 'maja@')).toBe('email');
    expect(fieldProblem(emailSchema, `${'m'.repeat(250)}@example.org`)).toBe('long');
  });
  it.each(['root@localhost', 'anna@intranet', 'anna@example.'])(
    'takes %s for nobody’s own address',
    (email) => {
      expect(fieldProblem(newEmailSchema, email)).toBe('email');
    },
  );
  it('still takes the address of an account that was opened with it', () => {
    expect(fieldProblem(emailSchema, 'root@localhost')).toBeUndefined();
    expect(fieldProblem(newEmailSchema, 'anna@mail.example.org')).toBeUndefined();
  });
  it('requires a password of at least six characters and at most 1024 bytes', () => {
    expect(fieldProblem(passwordSchema, '12345')).toBe('weak');
    expect(fieldProblem(passwordSchema, '👶👶👶👶👶')).toBe('weak');
    expect(fieldProblem(passwordSchema, '👶👶👶👶👶👶')).toBeUndefined();
    expect(fieldProblem(passwordSchema, 'å'.repeat(512))).toBeUndefined();
    expect(fieldProblem(passwordSchema, 'å'.repeat(513))).toBe('long');
  });
});

describe('optional fields', () => {
  it.each(['', '  ', '\u2800\u200b', '070-123'])('accept %j', (typed) => {
    expect(fieldProblem(emptyOr(phoneSchema), typed)).toBeUndefined();
  });
  it.each([
    ['ring mig', 'phone'],
    [7, 'characters'],
  ])('reject %j: %s', (typed, problem) => {
    expect(fieldProblem(emptyOr(phoneSchema), typed)).toBe(problem);
  });
});
