import type { Visit } from '../documents.ts';
import { isSameMinute } from '../time.ts';
import { visitEnd, visitStart } from './visit.ts';

/** The ends of a visit as a parent typed them, ISO; undefined if not typed. */
export interface Times {
  arrived: string | undefined;
  left: string | undefined;
}

/** Clock skew in ms that a typed time may lie in the future. */
const CLOCK_SLACK = 60_000;

/**
 * Snaps typed times to known moments. Screens show minutes, so a typed time within the same minute as the other end or
 * a neighbouring visit means that moment. Takes the visitor's other visits, and now (ISO).
 */
export function snapTimes(visit: Visit, others: readonly Visit[], typed: Times, now: string): Times {
  const arrived = typed.arrived && clampToNow(snapForward(typed.arrived, others.map(visitEnd)), now);
  const left = typed.left && clampToNow(snapBack(typed.left, others.map(visitStart)), now);
  const begun = arrived ?? visit.arrived?.at;
  const ended = left ?? visit.left?.at;
  if (!begun || !ended || begun <= ended || !isSameMinute(begun, ended)) return { arrived, left };
  return arrived ? { arrived: ended, left } : { arrived, left: begun };
}

function snapForward(at: string, moments: readonly string[]): string {
  return moments.find((moment) => moment > at && isSameMinute(moment, at)) ?? at;
}

function snapBack(at: string, moments: readonly string[]): string {
  return moments.find((moment) => moment < at && isSameMinute(moment, at)) ?? at;
}

/** Clamps a time just after now to now, so that no later tap can seem to precede it. */
function clampToNow(at: string, now: string): string {
  return at > now && Date.parse(at) <= Date.parse(now) + CLOCK_SLACK ? now : at;
}
