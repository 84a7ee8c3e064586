import type { Visit } from '#domain/documents.ts';
import { type Language, LOCALES } from '#domain/language.ts';
import { firstName } from '#domain/names.ts';
import { isKnownZone } from '#domain/time.ts';

interface AlertTexts {
  stay: string;
  onMyWay: string;
  waiting: string;
  planned: string;
  arrived: string;
  left: string;
  arrivalTakenBack: string;
  departureTakenBack: string;
  corrected: string;
  asked: string;
  agreed: string;
  tappedBy: string;
  withChild: string;
  walked: string;
  walkedDue: string;
  isHome: string;
  walkedFrom: string;
  nobodySaid: string;
  wasDue: string;
  unseen: string;
  call: string;
  coming: string;
  notCome: string;
  test: string;
}

export const alertTexts: Record<Language, AlertTexts> = {
  sv: {
    stay: 'Kan {{name}} stanna till {{time}}?',
    onMyWay: 'Svar om {{name}}: på väg',
    waiting: 'Ett svar om {{name}} väntar i Framme',
    planned: '{{name}} skulle gå hem {{time}}',
    arrived: '{{name}} har kommit {{time}}',
    left: '{{name}} har gått hem {{time}}',
    arrivalTakenBack: 'Återtaget: {{name}} har kommit',
    departureTakenBack: 'Återtaget: {{name}} har gått hem',
    corrected: 'Rättat: ',
    asked: 'En familj vill följa {{name}}',
    agreed: 'Ni får följa {{name}}',
    tappedBy: '{{parent}} tryckte',
    withChild: 'hos {{child}}',
    walked: '{{name}} gick från {{child}} {{time}}',
    walkedDue: '{{name}} gick från {{child}} {{time}}, väntas {{due}}',
    isHome: 'Är {{name}} hemma?',
    walkedFrom: 'Gick från {{child}} {{time}}',
    nobodySaid: 'Ingen har sagt att {{name}} är hemma',
    wasDue: 'Väntades {{due}}',
    unseen: 'Framme kan inte längre se',
    call: 'Ring.',
    coming: '{{name}} är på väg, väntas {{due}}',
    notCome: 'Ingen incheckning av {{name}} har nått Framme',
    test: 'Så här säger Framme till.',
  },
  en: {
    stay: 'Can {{name}} stay until {{time}}?',
    onMyWay: 'About {{name}}: on my way',
    waiting: 'An answer about {{name}} is waiting in Framme',
    planned: '{{name}} was to go home at {{time}}',
    arrived: '{{name}} arrived at {{time}}',
    left: '{{name}} went home at {{time}}',
    arrivalTakenBack: 'Taken back: {{name}} arrived',
    departureTakenBack: 'Taken back: {{name}} went home',
    corrected: 'Corrected: ',
    asked: 'A family wants to follow {{name}}',
    agreed: 'You can now follow {{name}}',
    tappedBy: 'tapped by {{parent}}',
    withChild: 'with {{child}}',
    walked: '{{name}} left {{child}} at {{time}}',
    walkedDue: '{{name}} left {{child}} at {{time}}, expected {{due}}',
    isHome: 'Is {{name}} home?',
    walkedFrom: 'Left {{child}} at {{time}}',
    nobodySaid: 'Nobody has said that {{name}} is home',
    wasDue: 'Was expected at {{due}}',
    unseen: 'Framme can no longer see',
    call: 'Please call.',
    coming: '{{name}} is on the way, expected {{due}}',
    notCome: 'No check-in of {{name}} has reached Framme',
    test: 'This is how Framme notifies you.',
  },
};

export interface AlertText {
  title: string;
  body?: string;
  /** The device names the zone if its own `getTimezoneOffset` differs. */
  zone?: { name: string; offset: number };
}

/** In one pass: names may contain placeholders. */
export function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, word: string) => words[word] ?? '');
}

/** In bytes: two names and the longest origin fit the padded length. */
const LONGEST_NAME = 100;

export function shortName(name: string): string {
  const first = firstName(name);
  const isShort = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2 <= LONGEST_NAME;
  if (isShort(first)) return first;
  let short = '';
  // Made here: it takes milliseconds, and such names are rare.
  for (const { segment } of new Intl.Segmenter().segment(first)) {
    if (!isShort(short + segment)) break;
    short += segment;
  }
  return `${short}…`;
}

export function timeOf(
  at: string,
  visit: Visit | undefined,
  language: Language,
  ofTap = visit?.arrived?.zone ?? 'UTC',
) {
  const timeZone = isKnownZone(ofTap) ? ofTap : 'UTC';
  const style = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longGeneric',
  } as const;
  const parts = new Intl.DateTimeFormat(LOCALES[language], { ...style, timeZone }).formatToParts(
    new Date(at),
  );
  const [hour, minute, name = ''] = (['hour', 'minute', 'timeZoneName'] as const).map(
    (part) => parts.find(({ type }) => type === part)?.value,
  );
  const { offsetNanoseconds } = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  return { time: `${hour}:${minute}`, zone: { name, offset: -offsetNanoseconds / 60e9 } };
}
