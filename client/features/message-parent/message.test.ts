import { expect, test } from 'vitest';
import type { Status } from '#domain/documents.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LINK_SECRET_LENGTH } from '#domain/links/link-secret.ts';
import { friend } from '#tests/support/people/child-view.ts';
import { linkLine, parentMessage, smsLink, withLine, withoutLink } from './message-draft.ts';

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

test('neither the message nor the line of a link has the family’s note', () => {
  const fields = { name: 'Ella', parentPhone: '070-123 45 67', note: 'Allergi: Hasselnöt' };
  const ella = friend('Ella', { fields, status: 'in', timestamp: at(15, 42) });
  for (const language of LANGUAGES) {
    const told = withLine(parentMessage(ella, language, now), linkLine(ella, language, LINK));
    expect(told).toContain('Ella');
    expect(told).not.toContain('Hasselnöt');
  }
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

const SECRET = 's'.repeat(LINK_SECRET_LENGTH);
/** A host of 18 letters. */
const LINK = `https://framme.example.com/visit#${SECRET}`;

test('the line of a link has the first name and ends with the link', () => {
  expect(linkLine({ name: 'Ella Lind' }, 'sv', LINK)).toBe(`Se när Ella går hem: ${LINK}`);
  expect(linkLine({ name: 'Ella Lind' }, 'en', LINK)).toBe(`See when Ella goes home: ${LINK}`);
});

test('with a link it stays one text message', () => {
  expect(new URL(LINK).hostname).toHaveLength(18);
  for (const language of LANGUAGES) {
    const message = parentMessage(of('Ella', 'in', at(15, 42, 19)), language, now);
    const whole = withLine(message, linkLine({ name: 'Ella' }, language, LINK));
    // 160 signs of the alphabet of text messages; any other sign would halve that (3GPP TS 23.038).
    expect(whole).toMatch(/^[\w\s.,:;/#'åäöÅÄÖ-]+$/);
    expect(whole.length).toBeLessThanOrEqual(160);
  }
});

test('taking the link out leaves what was typed, also if its line was edited', () => {
  const line = linkLine({ name: 'Ella' }, 'sv', LINK);
  expect(withoutLink(withLine('Ella är framme.', line), line, LINK)).toBe('Ella är framme.');
  expect(withoutLink(line, line, LINK)).toBe('');
  expect(withoutLink(`Hej. Titta här: ${LINK} hälsningar`, line, LINK)).toBe('Hej. Titta här:  hälsningar');
});
