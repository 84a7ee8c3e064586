import type { HouseholdView, VisitView } from '#client/data/port.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Visit } from '#domain/documents.ts';
import { LINK_LIFE_MS } from '#domain/limits.ts';
import { answered, opened } from '#domain/links/link-holder.ts';
import { withoutOldLinks } from '#domain/links/link-life.ts';
import { isoTime } from '#domain/time.ts';
import { stripOldLinks } from '#server/retention/strip-links.ts';
import type { ModelServer } from './model-server.ts';
import type { Step } from './steps.ts';

const NAMES = ['giveLink', 'takeLinksBack', 'expectHome', 'replyToAnswer'] as const;
const HOUR = 60 * 60_000;

/** The steps of the host that concern the other family. */
export type LinkStep = Extract<Step, { do: (typeof NAMES)[number] }>;

export function isLinkStep(step: Step): step is LinkStep {
  return NAMES.some((name) => name === step.do);
}

type Wish = { [N in CommandName]: { name: N; args: CommandArgs<N> } }[CommandName];

/** Returns the command of a step on one of the visits that a screen shows; `now` is its clock, in ms. */
export function linkWishOf(step: LinkStep, view: HouseholdView | undefined, now: number): Wish | undefined {
  const offered = view?.history.filter((row) => isOffered(step, row)) ?? [];
  const row = offered[step.pick % Math.max(1, offered.length)];
  if (!row) return undefined;
  const of = { ...row.ref, visit: row.visit };
  if (step.do === 'giveLink')
    return { name: 'giveLink', args: { ...of, hash: hashOf(row.visit, step.which) } };
  if (step.do === 'takeLinksBack') return { name: 'takeLinksBack', args: of };
  if (step.do === 'replyToAnswer')
    return { name: 'replyToAnswer', args: { ...of, answeredAt: row.answer?.at ?? '', yes: step.yes } };
  const at = step.ahead === null ? null : isoTime(now + step.ahead);
  return { name: 'expectHome', args: { ...of, at } };
}

function isOffered(step: LinkStep, { open, links, answer }: VisitView): boolean {
  if (step.do === 'takeLinksBack') return links !== undefined;
  if (step.do === 'replyToAnswer') return open && answer?.until !== undefined;
  return step.do === 'giveLink' || open;
}

/** Returns one of seven hashes of a visit, so that links repeat and reach their limit. */
function hashOf(visit: string, which: number): string {
  return `${visit}${which}`.padEnd(43, '_');
}

/**
 * A reader opens a link and may answer; the server's document and the reference change alike. An answer that was accepted stays,
 * also if a phone that returns after a restore brings what happened before it.
 */
export async function readLink(
  server: ModelServer,
  { pick, answer }: Extract<Step, { do: 'read' }>,
): Promise<void> {
  const shown = server.reference.visits().filter(({ visit }) => visit.links);
  const one = shown[pick % Math.max(1, shown.length)];
  const hash = one?.visit.links?.[0]?.hash ?? '';
  const [at, until] = [isoTime(server.clock), isoTime(server.clock + HOUR)];
  const given = answer === 'stay' ? { code: answer, until } : answer && { code: answer };
  let accepted: Pick<Visit, 'answer'> | undefined;
  await server.writeVisits(one ? [one.path] : [], (visit) => {
    const seen = opened(visit, hash, at);
    accepted ??= given ? acceptedAnswer(answered(seen, given, at)) : {};
    return accepted.answer ? { ...seen, ...accepted } : seen;
  });
}

function acceptedAnswer(outcome: ReturnType<typeof answered>): Pick<Visit, 'answer'> {
  return typeof outcome === 'object' && outcome.visit.answer ? { answer: outcome.visit.answer } : {};
}

/** Strips what is 72 hours old, from the store by its rows, from the reference by its documents. No phone gets through meanwhile. */
export async function stripLinks(server: ModelServer): Promise<void> {
  const { faultOf } = server;
  server.faultOf = () => 'request-lost';
  await server.idle();
  while (await stripOldLinks({ store: server.store, now: server.now }));
  const before = isoTime(server.clock - LINK_LIFE_MS);
  for (const { path, visit } of server.reference.visits()) {
    const stripped = withoutOldLinks(visit, before);
    if (stripped !== visit) server.reference.put(path, stripped);
  }
  server.faultOf = faultOf;
}
