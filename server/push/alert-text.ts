import type { Alert } from '#domain/alerts.ts';
import type { Language } from '#domain/language.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { profilePath } from '#domain/paths.ts';
import { shownDue, tellsDeparture } from '#domain/trips/trip.ts';
import type { Trip } from '#domain/trips/trip-fields.ts';
import type { AlertContext } from '../store/ports/store.ts';
import { type AlertText, alertTexts, shortName, timeOf, withWords } from './alert-words.ts';

/** `trip`: the visit's, while it is open. */
type Context = AlertContext & {
  trip?: Trip | undefined;
  /** While it still counts. */
  coming?: { name: string; due: string; zone: string } | undefined;
};

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
  if (context.trip && tellsDeparture(context.trip, alert)) return undefined;
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
