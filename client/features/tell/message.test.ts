import { expect, test } from 'vitest';
import type { Status } from '#domain/documents.ts';
import { parentMessage, smsLink } from './message.ts';

const now = new Date(2026, 10, 20, 18, 0).getTime();
const at = (hour: number, minute: number, day = 20) => new Date(2026, 10, day, hour, minute).toISOString();
const of = (name: string, status: Status, timestamp: string) => ({ name, status, timestamp });

test('a message holds the first name and the time, in the language of the profile', () => {
  const came = of('Ella Maria Lind', 'in', at(15, 42));
  const went = of('Ella Maria Lind', 'out', at(17, 10));
  expect(parentMessage(came, 'sv', now)).toBe('Ella är framme hos oss sedan 15:42.');
  expect(parentMessage(went, 'sv', now)).toBe('Ella gick hem 17:10.');
  expect(parentMessage(came, 'en', now)).toBe('Ella arrived at 15:42.');
  expect(parentMessage(went, 'en', now)).toBe('Ella went home at 17:10.');
});

test('a time on another day includes the date', () => {
  expect(parentMessage(of('Ella', 'out', at(7, 5, 19)), 'sv', now)).toBe('Ella gick hem 19 nov. 07:05.');
  expect(parentMessage(of('Ella', 'out', at(7, 5, 19)), 'en', now)).toBe('Ella went home on 19 Nov, 07:05.');
});

test('a right-to-left name is isolated, and a placeholder in a name is not filled in', () => {
  expect(parentMessage(of('عمر فاروق', 'in', at(15, 42)), 'sv', now)).toBe(
    '\u2068عمر\u2069 är framme hos oss sedan 15:42.',
  );
  expect(parentMessage(of('{{time}}', 'in', at(15, 42)), 'sv', now)).toBe(
    '{{time}} är framme hos oss sedan 15:42.',
  );
  expect(parentMessage(of('$&$1', 'in', at(15, 42)), 'sv', now)).toBe('$&$1 är framme hos oss sedan 15:42.');
});

test('the sms link has the dialled number and the whole text, encoded', () => {
  const text = 'Åsa & Ella är framme?\n100 % #1 + "hej" 🦄';
  const link = smsLink('+46 (0)70-123 45 67', text);
  expect(link).toMatch(/^sms:\+46701234567\?body=[\w%.!~*'()-]+$/);
  expect(decodeURIComponent(link.split('?body=')[1] ?? '')).toBe(text);
  expect(link).toContain('%C3%85sa%20%26%20Ella');
  expect(link).toContain('%0A100%20%25%20%231%20%2B');
  expect(smsLink('070', 'half \ud83e')).toContain('half%20%EF%BF%BD');
});
