import type { Alert, AlertKind } from '#domain/alerts.ts';
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
  familyDidNot: 'Familjen har inte sagt att {{name}} är hemma',
  wasDue: 'Väntades {{due}}',
  unseen: 'Framme kan inte längre se',
  call: 'Ring.',
  coming: '{{name}} är på väg, väntas {{due}}',
  notComing: '{{name}} är inte på väg längre',
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
  familyDidNot: 'The family has not said that {{name}} is home',
  wasDue: 'Was expected at {{due}}',
  unseen: 'Framme can no longer see',
  call: 'Please call.',
  coming: '{{name}} is on the way, expected {{due}}',
  notComing: '{{name}} is no longer on the way',
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

/** Before the names and times are filled in. */
interface Template {
  title: string;
  body?: string | undefined;
  parent?: string | undefined;
  time?: ZonedTime;
  due?: ZonedTime | undefined;
}

interface ZonedTime {
  at: string;
  zone: string | undefined;
}

/** Undefined if the alert is over, moved or answered. */
export function alertText(alert: Alert, context: Context, language: Language): AlertText | undefined {
  const { visitor, child, coming } = context;
  const kind = context.isUnseen ? 'unseen' : alert.kind;
  const name = visitor?.name ?? coming?.name;
  if (name === undefined && kind !== 'unseen') return undefined;
  const template = TEMPLATES[kind](alertTexts[language], alert, context);
  if (!template) return undefined;
  const { title, body, parent } = template;
  const [time, due] = [template.time, template.due].map((one) => one && formatTime(one, language));
  const names = { name: shortName(name), child: shortName(child?.name), parent: shortName(parent) };
  const words = { ...names, time: time?.text, due: due?.text };
  const zone = (time ?? due)?.zone;
  return {
    title: withWords(title, words),
    ...(body && { body: withWords(body, words) }),
    ...(zone && { zone }),
  };
}

type ToTemplate = (texts: typeof sv, alert: Alert, context: Context) => Template | undefined;

const comingTemplate: ToTemplate = (texts, { kind }, { coming }) => {
  if (!coming) return undefined;
  if (kind === 'not-coming') return { title: texts.notComing };
  const { due } = coming;
  return kind === 'coming' ? { title: texts.coming, due } : { title: texts.notCome, body: texts.wasDue, due };
};

/** Of the visitor's latest visit; `due` is left out if a corrected departure is later. */
const tripTemplate: ToTemplate = (texts, { stage }, { visit, trip }) => {
  if (!trip || !visit?.left) return undefined;
  const shown = shownDue(visit);
  const due = shown === undefined ? undefined : { at: shown, zone: trip.zone };
  const times = { time: visit.left, due };
  if (stage === 'start') return { title: due ? texts.walkedDue : texts.walked, ...times };
  if (stage === 'ask') return { title: texts.isHome, body: texts.walkedFrom, ...times };
  return { title: trip.link ? texts.familyDidNot : texts.nobodySaid, body: due && texts.wasDue, ...times };
};

const tapTemplate: ToTemplate = (texts, { tap }, { visit, visitor }) => {
  if (!tap || visitor?.status !== tap.status) return undefined;
  const isIn = tap.status === 'in';
  if (tap.of === 'taken-back') return { title: isIn ? texts.departureTakenBack : texts.arrivalTakenBack };
  const time = isIn ? visit?.arrived : visit?.left;
  const begun = tap.of === 'corrected' ? texts.corrected : '';
  return time && { title: begun + (isIn ? texts.arrived : texts.left), time };
};

const TEMPLATES: Record<AlertKind, ToTemplate> = {
  planned: (texts, { at }, { visit }) => {
    if (!visit?.open || visit.expected?.at !== at) return undefined;
    return { title: texts.planned, time: { at, zone: visit.arrived?.zone } };
  },
  answer: (texts, { at }, { visit, visitor }) => {
    if (!visitor || !visit) return undefined;
    const { linkRefusal } = visitor;
    if (linkRefusal?.at === at && refusesLinks(visitor) && linkRefusal.keptAt === undefined)
      return { title: texts.waiting };
    const { answer } = visit;
    if (!visit.open || answer?.at !== at || answer.reply) return undefined;
    if (answer.code === 'on-my-way') return { title: texts.onMyWay };
    if (answer.until === undefined) return undefined;
    return { title: texts.stay, time: { at: answer.until, zone: visit.arrived?.zone } };
  },
  tap: (texts, alert, context) => {
    const { by } = alert.tap ?? {};
    const parent = by && context.profiles[profilePath(by)]?.firstName;
    const template = tapTemplate(texts, alert, context);
    return template && { ...template, parent, body: parent && texts.tappedBy };
  },
  asked: (texts) => ({ title: texts.asked }),
  // Another family's alert names the child, not the parent.
  followed: (texts, alert, context) => {
    const { tap } = alert;
    // It replaces the start's words on the screen, so it says them again.
    const isWalk = tap?.of === 'corrected' && tap.status === 'out';
    const walk = isWalk && tripTemplate(texts, { ...alert, stage: 'start' }, context);
    if (walk) return { ...walk, title: texts.corrected + walk.title };
    const template = tap ? tapTemplate(texts, alert, context) : { title: texts.agreed };
    return template && { ...template, body: texts.withChild };
  },
  'followed-trip': tripTemplate,
  trip: tripTemplate,
  unseen: (texts) => ({ title: texts.unseen, body: texts.call }),
  coming: comingTemplate,
  'not-coming': comingTemplate,
  late: comingTemplate,
  awaited: comingTemplate,
};

/** In one pass: names may contain placeholders. */
function withWords(text: string, words: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, word: string) => words[word] ?? '');
}

/** In bytes: two names and the longest origin fit the padded length. */
const LONGEST_NAME = 100;

function shortName(name = ''): string {
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

function formatTime({ at, zone = 'UTC' }: ZonedTime, language: Language) {
  const timeZone = isKnownZone(zone) ? zone : 'UTC';
  const style = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longGeneric',
  } as const;
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...style, timeZone });
  const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const { offsetNanoseconds } = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  return {
    text: `${parts.get('hour')}:${parts.get('minute')}`,
    zone: { name: parts.get('timeZoneName') ?? '', offset: -offsetNanoseconds / 60e9 },
  };
}
