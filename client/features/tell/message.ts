import type { VisitorView } from '#client/data/port.ts';
import { formatIn, isSameDay } from '#client/translations/format.ts';
import { toOtherFamily } from '#client/translations/to-other-family.ts';
import { dialable } from '#domain/dialable.ts';
import type { Language } from '#domain/language.ts';
import { firstName } from '#domain/names.ts';

/** Letters of right-to-left scripts, which would change the direction of the whole message. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns the message to a parent: first name and time, nothing else. `now` is in ms. */
export function parentMessage(
  { name, status, timestamp = '' }: Pick<VisitorView, 'name' | 'status' | 'timestamp'>,
  language: Language,
  now: number,
): string {
  const texts = toOtherFamily[language];
  const when = fill(texts[isSameDay(timestamp, now) ? 'today' : 'before'], {
    time: formatIn(language).timeUnder(now, timestamp),
  });
  return fill(texts[status], { name: shownName(name), when });
}

/** Returns the line that leads to the visit. `link` stands at its end, so that no messenger adds a sign to it. */
export function linkLine({ name }: Pick<VisitorView, 'name'>, language: Language, link: string): string {
  return fill(toOtherFamily[language].link, { name: shownName(name), link });
}

/** Returns a message with the line of a link below it. */
export function withLine(text: string, line: string): string {
  return text === '' ? line : `${text}\n${line}`;
}

/** Returns a message without a link: without its line, and where that was edited without the address alone. */
export function withoutLink(text: string, line: string, link: string): string {
  return text.replace(`\n${line}`, '').replace(line, '').replaceAll(link, '').trimEnd();
}

/** Returns the first name. Isolated only if needed: the invisible marks make a text message longer. */
function shownName(name: string): string {
  const first = firstName(name);
  return RIGHT_TO_LEFT.test(first) ? `\u2068${first}\u2069` : first;
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all);
}

/** Returns the link that opens the phone's messages with a number, as typed, and a text (RFC 5724). */
export function smsLink(phone: string, text: string): string {
  return `sms:${dialable(phone)}?body=${encodeURIComponent(text.toWellFormed())}`;
}
