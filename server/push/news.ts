import type { Alert } from '#domain/alerts.ts';
import type { Visit } from '#domain/documents.ts';
import { type Language, LOCALES } from '#domain/language.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { firstName } from '#domain/names.ts';
import { profilePath } from '#domain/paths.ts';
import { isKnownZone } from '#domain/time.ts';
import type { Told } from '../store/ports/store.ts';
import { alertTexts } from './translations.ts';

/** The words of a notification. */
export interface News {
  title: string;
  body?: string;
  /** The zone of its time: a device whose own offset (`getTimezoneOffset`) is another one says the name. */
  zone?: { name: string; offset: number };
}

/** Returns what an alert has to say in a language by the documents as they are; undefined if nothing: it is over, or was moved or answered. */
export function newsOf(alert: Alert, told: Told, language: Language): News | undefined {
  if (!told.visitor) return undefined;
  return NEWS[alert.kind](alert, told, language);
}

const NEWS = {
  answer: answerNews,
  planned: plannedNews,
  tap: tapNews,
  asked: askedNews,
  followed: followedNews,
};

function plannedNews({ at }: Alert, told: Told, language: Language): News | undefined {
  const { visit } = told;
  if (!visit?.open || visit.expected?.at !== at) return undefined;
  return filled(alertTexts[language].planned, told, timeOf(at, visit, language));
}

function answerNews({ at }: Alert, told: Told, language: Language): News | undefined {
  const { visit, visitor } = told;
  const texts = alertTexts[language];
  if (!visitor || !visit) return undefined;
  const { linkRefusal } = visitor;
  if (linkRefusal?.at === at && refusesLinks(visitor) && linkRefusal.keptAt === undefined)
    return filled(texts.waiting, told);
  const { answer } = visit;
  if (!visit.open || answer?.at !== at || answer.reply) return undefined;
  if (answer.code === 'on-my-way') return filled(texts.onMyWay, told);
  if (answer.until === undefined) return undefined;
  return filled(texts.stay, told, timeOf(answer.until, visit, language));
}

function tapNews(alert: Alert, told: Told, language: Language): News | undefined {
  const { by } = alert.tap ?? {};
  const parent = by && told.profiles[profilePath(by)]?.firstName;
  const body = parent && withWords(alertTexts[language].tappedBy, { parent: shortName(parent) });
  return newsOfTap(alert, told, language, body);
}

function askedNews(_alert: Alert, told: Told, language: Language): News {
  return filled(alertTexts[language].asked, told);
}

/** Another family's tap, or its yes, is told with the child and not with the parent. */
function followedNews(alert: Alert, told: Told, language: Language): News | undefined {
  const body = withWords(alertTexts[language].withChild, { child: shortName(told.child.name) });
  if (!alert.tap) return { ...filled(alertTexts[language].agreed, told), body };
  return newsOfTap(alert, told, language, body);
}

function newsOfTap({ tap }: Alert, told: Told, language: Language, body?: string): News | undefined {
  const { visit, visitor } = told;
  const texts = alertTexts[language];
  if (!tap || visitor?.status !== tap.status) return undefined;
  const more = body ? { body } : {};
  if (tap.of === 'taken-back') {
    const text = tap.status === 'in' ? texts.departureTakenBack : texts.arrivalTakenBack;
    return { ...filled(text, told), ...more };
  }
  const end = tap.status === 'in' ? visit?.arrived : visit?.left;
  if (!visit || !end) return undefined;
  const text = tap.status === 'in' ? texts.arrived : texts.left;
  const begun = tap.of === 'corrected' ? texts.corrected : '';
  return { ...filled(begun + text, told, timeOf(end.at, visit, language, end.zone)), ...more };
}

function filled(text: string, { visitor }: Told, of?: ReturnType<typeof timeOf>): News {
  const { time, ...zone } = of ?? { time: '' };
  return { title: withWords(text, { name: shortName(visitor?.name ?? ''), time }), ...zone };
}

/** Fills all places at once: a name may hold the marks of one, or of a replacement. */
function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, word: string) => words[word] ?? '');
}

/** The bytes of a name in a message: with two of them, and the longest address of a server, it fits into the padded length. */
const LONGEST_NAME = 100;
const letters = new Intl.Segmenter();

/** Returns the first name, or as many of its letters as fit into the message, with "…". */
function shortName(name: string): string {
  const first = firstName(name);
  const isShort = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2 <= LONGEST_NAME;
  if (isShort(first)) return first;
  let short = '';
  for (const { segment } of letters.segment(first)) {
    if (!isShort(short + segment)) break;
    short += segment;
  }
  return `${short}…`;
}

/** Writes a time with a colon, in the zone of the tap. */
function timeOf(at: string, visit: Visit, language: Language, ofTap = visit.arrived?.zone ?? 'UTC') {
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
