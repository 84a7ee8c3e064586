import { type Visit, visitEnd, visitStart } from '../documents.ts';
import { isSameMinute } from '../time.ts';

/** The ends of a stay as a parent typed them, ISO; what was not typed is undefined. */
export interface Times {
  arrived: string | undefined;
  left: string | undefined;
}

/** A device's clock may run this far ahead before a time counts as the future, in ms. */
const CLOCK_SLACK = 60_000;

/**
 * The times that typed ones mean. Screens show minutes, so one that meets the other end or a neighbouring stay within
 * the same minute means just that moment. In: the stay, the visitor's others, what was typed, and now (ISO).
 */
export function meantTimes(visit: Visit, others: readonly Visit[], typed: Times, now: string): Times {
  const arrived = typed.arrived && notAfter(upTo(typed.arrived, others.map(visitEnd)), now);
  const left = typed.left && notAfter(downTo(typed.left, others.map(visitStart)), now);
  const begun = arrived ?? visit.arrived?.at;
  const ended = left ?? visit.left?.at;
  if (!begun || !ended || begun <= ended || !isSameMinute(begun, ended)) return { arrived, left };
  return arrived ? { arrived: ended, left } : { arrived, left: begun };
}

function upTo(at: string, moments: readonly string[]): string {
  return moments.find((moment) => moment > at && isSameMinute(moment, at)) ?? at;
}

function downTo(at: string, moments: readonly string[]): string {
  return moments.find((moment) => moment < at && isSameMinute(moment, at)) ?? at;
}

/** A time that a clock running ahead puts just after now is now, so that no later tap can seem to precede it. */
function notAfter(at: string, now: string): string {
  return at > now && Date.parse(at) <= Date.parse(now) + CLOCK_SLACK ? now : at;
}
