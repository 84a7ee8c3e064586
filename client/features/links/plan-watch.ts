import type { ChildView, Sharing, VisitorView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import { isDue, nextDue, type Plan } from './due-visits.ts';

/** The surroundings of a watch. */
interface Watched {
  /** The planned times as the documents stand now. */
  plans(): readonly Plan[];
  /** The present by the corrected clock, in ms. */
  now(): number;
  /** True if a parent would see a nudge: the page is visible and no dialog lies over it. */
  isReachable(): boolean;
  nudge(plan: Plan): void;
}

/** The interval in which a nudge that nobody would see is tried again, in ms. */
const RETRY = 1000;
/** The longest wait of a timer, in ms: browsers take no longer one. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Nudges once for each planned time that comes while the page is open, at that time. */
export class PlanWatch {
  readonly #watched: Watched;
  /** The times that were ahead when they were seen, by visit and time. */
  readonly #ahead = new Map<string, Plan>();
  readonly #nudged = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Takes in what has changed: call it after each change, and when the clock may have moved. */
  look(): void {
    const now = this.#watched.now();
    for (const plan of this.#watched.plans())
      if (!isDue(plan, now) && !this.#nudged.has(keyOf(plan))) this.#ahead.set(keyOf(plan), plan);
    this.#nudge(now);
    this.#wait(now);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #nudge(now: number): void {
    const due = [...this.#ahead].filter(([, plan]) => isDue(plan, now));
    if (due.length === 0 || !this.#watched.isReachable()) return;
    const standing = new Set(this.#watched.plans().map(keyOf));
    for (const [key, plan] of due) {
      this.#ahead.delete(key);
      // Another phone may have moved the time or checked out since it was seen.
      if (!standing.has(key)) continue;
      this.#nudged.add(key);
      this.#watched.nudge(plan);
    }
  }

  #wait(now: number): void {
    clearTimeout(this.#timer);
    if (this.#ahead.size === 0) return;
    const plans = [...this.#ahead.values()];
    const isHeld = plans.some((plan) => isDue(plan, now));
    const wait = isHeld ? RETRY : Math.min(nextDue(plans, now) - now, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.look(), wait);
  }
}

function keyOf({ visit, at }: Plan): string {
  return `${visit} ${at}`;
}

interface NewAnswer {
  visitor: VisitorView;
  answer: NonNullable<Sharing['answer']>;
}

/** Tells which answers of those who are here are new: each once, and none that stood when the page opened. */
export class NewAnswers {
  #known: Map<Id, string> | undefined;

  /** Returns the answers that are new since the last call. */
  in(children: readonly ChildView[]): NewAnswer[] {
    const before = this.#known;
    const known = new Map(before);
    const fresh: NewAnswer[] = [];
    for (const visitor of children.flatMap(({ friends, guests }) => [...friends, ...guests])) {
      const { answer, visit = '' } = visitor.openVisit ?? {};
      if (!answer || known.get(visit) === answer.at) continue;
      known.set(visit, answer.at);
      if (before) fresh.push({ visitor, answer });
    }
    this.#known = known;
    return fresh;
  }
}
