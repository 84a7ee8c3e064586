import type { Alert } from '#domain/alerts.ts';
import type { Visit } from '#domain/documents.ts';
import { type Language, LOCALES } from '#domain/language.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { firstName } from '#domain/names.ts';
import { profilePath } from '#domain/paths.ts';
import { isKnownZone } from '#domain/time.ts';
import { shownDue } from '#domain/trips/trip.ts';
import type { AlertContext } from '../store/ports/store.ts';
import type { OnTheWay } from './trip-alerts.ts';

const sv = {
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
};

const en: typeof sv = {
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
};

export const alertTexts: Record<Language, typeof sv> = { sv, en };

export interface AlertText {
  title: string;
  body?: string;
  /** The device names the zone if its own `getTimezoneOffset` differs. */
  zone?: { name: string; offset: number };
}

type Context = AlertContext & OnTheWay;

/** Undefined if the alert is over, moved or answered. */
export function alertText(alert: Alert, context: Context, language: Language): AlertText | undefined {
  const needsNoDocuments = alert.kind === 'unseen' || alert.saidAt !== undefined;
  if (!context.visitor && !needsNoDocuments) return undefined;
  return TEXT_BY_KIND[alert.kind](alert, context, language);
}

const TEXT_BY_KIND = {
  answer: answerText,
  planned: plannedText,
  tap: tapText,
  asked: askedText,
  followed: followedText,
  'followed-trip': tripText,
  trip: tripText,
  unseen: unseenText,
  coming: comingText,
  late: comingText,
  awaited: comingText,
};

function plannedText({ at }: Alert, context: Context, language: Language): AlertText | undefined {
  const { visit } = context;
  if (!visit?.open || visit.expected?.at !== at) return undefined;
  return filled(alertTexts[language].planned, context, timeOf(at, visit, language));
}

function answerText({ at }: Alert, context: Context, language: Language): AlertText | undefined {
  const { visit, visitor } = context;
  const texts = alertTexts[language];
  if (!visitor || !visit) return undefined;
  const { linkRefusal } = visitor;
  if (linkRefusal?.at === at && refusesLinks(visitor) && linkRefusal.keptAt === undefined)
    return filled(texts.waiting, context);
  const { answer } = visit;
  if (!visit.open || answer?.at !== at || answer.reply) return undefined;
  if (answer.code === 'on-my-way') return filled(texts.onMyWay, context);
  if (answer.until === undefined) return undefined;
  return filled(texts.stay, context, timeOf(answer.until, visit, language));
}

function tapText(alert: Alert, context: Context, language: Language): AlertText | undefined {
  const { by } = alert.tap ?? {};
  const parent = by && context.profiles[profilePath(by)]?.firstName;
  const body = parent && withWords(alertTexts[language].tappedBy, { parent: shortName(parent) });
  return textOfTap(alert, context, language, body);
}

function askedText(_alert: Alert, context: Context, language: Language): AlertText {
  return filled(alertTexts[language].asked, context);
}

/** Another family's alert names the child, not the parent. */
function followedText(alert: Alert, context: Context, language: Language): AlertText | undefined {
  const body = withWords(alertTexts[language].withChild, { child: childOf(context) });
  if (!alert.tap) return { ...filled(alertTexts[language].agreed, context), body };
  return textOfTap(alert, context, language, body);
}

/** Of the visitor's latest visit; `due` is left out if a corrected departure is later. */
function tripText({ stage }: Alert, context: Context, language: Language): AlertText | undefined {
  const { visit, trip } = context;
  if (!trip || !visit?.left) return undefined;
  const texts = alertTexts[language];
  const due = shownDue(visit);
  const left = timeOf(visit.left.at, visit, language, visit.left.zone);
  const words = {
    name: shortName(context.visitor?.name ?? ''),
    child: childOf(context),
    time: left.time,
    due: due === undefined ? '' : timeOf(due, visit, language, trip.zone).time,
  };
  const text = (title: string, body?: string): AlertText => ({
    title: withWords(title, words),
    ...(body && { body: withWords(body, words) }),
    zone: left.zone,
  });
  if (stage === 'start') return text(due === undefined ? texts.walked : texts.walkedDue);
  if (stage === 'ask') return text(texts.isHome, texts.walkedFrom);
  return text(texts.nobodySaid, due && texts.wasDue);
}

function unseenText(_alert: Alert, _context: Context, language: Language): AlertText {
  return { title: alertTexts[language].unseen, body: alertTexts[language].call };
}

function comingText({ kind }: Alert, { coming }: Context, language: Language): AlertText | undefined {
  if (!coming) return undefined;
  const texts = alertTexts[language];
  const { time, zone } = timeOf(coming.due, undefined, language, coming.zone);
  const words = { name: shortName(coming.name), due: time };
  if (kind === 'coming') return { title: withWords(texts.coming, words), zone };
  return { title: withWords(texts.notCome, words), body: withWords(texts.wasDue, words), zone };
}

function childOf({ child }: AlertContext): string {
  return shortName(child?.name ?? '');
}

function textOfTap(
  { tap }: Alert,
  context: Context,
  language: Language,
  body?: string,
): AlertText | undefined {
  const { visit, visitor } = context;
  const texts = alertTexts[language];
  if (!tap || visitor?.status !== tap.status) return undefined;
  const more = body ? { body } : {};
  if (tap.of === 'taken-back') {
    const text = tap.status === 'in' ? texts.departureTakenBack : texts.arrivalTakenBack;
    return { ...filled(text, context), ...more };
  }
  const end = tap.status === 'in' ? visit?.arrived : visit?.left;
  if (!visit || !end) return undefined;
  const text = tap.status === 'in' ? texts.arrived : texts.left;
  const begun = tap.of === 'corrected' ? texts.corrected : '';
  return { ...filled(begun + text, context, timeOf(end.at, visit, language, end.zone)), ...more };
}

function filled(text: string, { visitor }: AlertContext, of?: ReturnType<typeof timeOf>): AlertText {
  const { time, ...zone } = of ?? { time: '' };
  return { title: withWords(text, { name: shortName(visitor?.name ?? ''), time }), ...zone };
}

/** In one pass: names may contain placeholders. */
function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, word: string) => words[word] ?? '');
}

/** In bytes: two names and the longest origin fit the padded length. */
const LONGEST_NAME = 100;

function shortName(name: string): string {
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

function timeOf(
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
