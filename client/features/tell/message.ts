import type { VisitorView } from '#client/data/port.ts';
import { dialable } from '#client/people/dialable.ts';
import { formatSince } from '#client/translations/format.ts';
import { toOtherFamily } from '#client/translations/to-other-family.ts';
import type { Language } from '#domain/fields.ts';

/** Scripts that run from the right, and would turn the whole message around. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What is told: first name and time, nothing else. In: who came or went, the profile's language, now in ms. */
export function messageTo(
  { name, status, timestamp = '' }: Pick<VisitorView, 'name' | 'status' | 'timestamp'>,
  language: Language,
  now: number,
): string {
  const first = firstNameOf(name);
  // Isolated, and only where it must be: the invisible marks make a text message longer.
  const isolated = FROM_THE_RIGHT.test(first) ? `\u2068${first}\u2069` : first;
  const words = { name: isolated, time: timeIn(language, timestamp, now) };
  return toOtherFamily[language][status].replace(
    /\{\{(name|time)\}\}/g,
    (_all, key: 'name' | 'time') => words[key],
  );
}

/** The first word of a name as it was typed; a sign before it, "🦄 Ella", is no word unless there is nothing else. */
export function firstNameOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const first = words.find((word) => /[\p{L}\p{N}]/u.test(word)) ?? words[0] ?? '';
  return first.replace(/(?<=.)[,;:]+$/u, '');
}

/** In: a number as typed and the whole text. Out: an address that opens both in the phone's messages (RFC 5724). */
export function smsLink(phone: string, text: string): string {
  return `sms:${dialable(phone)}?body=${encodeURIComponent(text.toWellFormed())}`;
}

/** Swedish writes 15.42 in running text; another day than today carries its date. */
function timeIn(language: Language, at: string, now: number): string {
  const time = formatSince(language, at, now);
  return language === 'sv' ? time.replace(/(\d\d):(\d\d)$/, '$1.$2') : time;
}
