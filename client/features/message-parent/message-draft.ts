import { useState } from 'react';
import type { OpenVisit, TripVisit, VisitorView } from '#client/data/port.ts';
import type { Failure } from '#client/forms/run-command.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { canMakeLinks, hashOf } from '#client/lib/secret-hash.ts';
import { formatIn, isSameDay } from '#client/translations/format.ts';
import { toOtherFamily } from '#client/translations/to-other-family.ts';
import { dialable } from '#domain/dialable.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import { MOST_LINKS } from '#domain/limits.ts';
import { LINK_SECRET_BYTES } from '#domain/links/link-fields.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { firstName } from '#domain/names.ts';

type NoLink = 'needsHttps' | 'refused' | 'limit';

/** The open one, or the one whose visitor is on the way home. */
export function visitToShow({ openVisit, tripVisit }: VisitorView): OpenVisit | TripVisit | undefined {
  return openVisit ?? (tripVisit?.trip.over ? undefined : tripVisit);
}

/** Undefined if it can have one; null if there is no visit to show. */
export function noLink(visitor: VisitorView): NoLink | null | undefined {
  const visit = visitToShow(visitor);
  if (!visit) return null;
  if (refusesLinks(visitor)) return 'refused';
  if (!canMakeLinks()) return 'needsHttps';
  return (visit.links?.length ?? 0) >= MOST_LINKS ? 'limit' : undefined;
}

/** The saved draft, else a message with a new, unknown link. A given link that has ended is replaced. */
function drafted(
  visitor: VisitorView,
  { language, origin }: { language: Language; origin: string },
  kept: Draft | undefined,
): Draft {
  const { ref, parentContact } = visitor;
  const old = kept?.link;
  const isThere = !old?.op || visitToShow(visitor)?.links?.some(({ id }) => id === old.op);
  if (kept && (!old || isThere)) return kept;
  const link = noLink(visitor) === undefined ? new NewLink(origin) : undefined;
  if (kept && old) {
    const line = linkLine(visitor, language, old.address);
    const text = link
      ? kept.text.replaceAll(old.address, link.address)
      : withoutLink(kept.text, line, old.address);
    return { ...kept, text, link };
  }
  const to = ref.kind === 'friend' ? parentContact : '';
  const message = parentMessage(visitor, language, correctedNow());
  return { to, text: link ? withLine(message, linkLine(visitor, language, link.address)) : message, link };
}

export interface Draft {
  to: string;
  text: string;
  link?: NewLink | undefined;
  showsPhone?: boolean;
}

/** By tap: closing the dialog or cancelling a share loses nothing. */
export type Drafts = Map<string, Draft>;

export function useDraft(
  visitor: VisitorView,
  message: Parameters<typeof drafted>[1],
  drafts: Drafts,
): [Draft, (change: Partial<Draft>) => void] {
  const { ref, undo, timestamp, tripVisit } = visitor;
  const key = `${ref.visitor} ${tripVisit?.trip.op ?? undo?.undoes ?? timestamp}`;
  const [draft, setDraft] = useState(() => drafted(visitor, message, drafts.get(key)));
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part };
    drafts.set(key, changed);
    setDraft(changed);
  };
  return [draft, change];
}

/** Adds or takes out the line with the link. */
export function withOrWithoutLink(
  visitor: VisitorView,
  language: Language,
  text: string,
  { address }: NewLink,
) {
  const line = linkLine(visitor, language, address);
  return text.includes(address) ? withoutLink(text, line, address) : withLine(text, line);
}

type Given = { op: Id; failure?: undefined } | { op?: undefined; failure: Failure };

/** `showsPhone`: the page shows the parent's own number. */
type GiveLink = (hash: string, showsPhone: boolean) => Promise<Given>;

/** Unknown to anybody until given; the server learns only its hash. */
export class NewLink {
  readonly address: string;
  /** The op that gave it first. */
  op: Id | undefined;
  readonly #secret: string;
  #giving: Promise<Given> | undefined;
  #showsPhone = false;

  /** `origin` of the pages: https://framme.example.org. */
  constructor(origin: string) {
    this.#secret = makeId(crypto.getRandomValues(new Uint8Array(LINK_SECRET_BYTES)));
    this.address = `${origin}/visit#${this.#secret}`;
  }

  /** Gives the link once, unless the choice has changed; tries again after a failure. */
  give(run: GiveLink, showsPhone: boolean): Promise<Given> {
    if (!this.#giving || this.#showsPhone !== showsPhone) this.#giving = this.#give(run, showsPhone);
    this.#showsPhone = showsPhone;
    return this.#giving;
  }

  async #give(run: GiveLink, showsPhone: boolean): Promise<Given> {
    const given = await run(await hashOf(this.#secret), showsPhone);
    this.op ??= given.op;
    if (given.failure !== undefined) this.#giving = undefined;
    return given;
  }
}

/** Right-to-left letters would change the direction of the whole message. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** First name and time only; `now` in ms. */
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

/** `link` ends the line, so that no messenger adds a character to it. */
export function linkLine(
  { name, tripVisit }: Pick<VisitorView, 'name' | 'tripVisit'>,
  language: Language,
  link: string,
): string {
  const text = toOtherFamily[language][tripVisit ? 'linkHome' : 'link'];
  return fill(text, { name: shownName(name), link });
}

export function withLine(text: string, line: string): string {
  return text === '' ? line : `${text}\n${line}`;
}

/** If the line was edited, removes the address alone. */
export function withoutLink(text: string, line: string, link: string): string {
  return text.replace(`\n${line}`, '').replace(line, '').replaceAll(link, '').trimEnd();
}

/** First name, isolated only if needed: the marks make a text message longer. */
function shownName(name: string): string {
  const first = firstName(name);
  return RIGHT_TO_LEFT.test(first) ? `\u2068${first}\u2069` : first;
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all);
}

/** Opens the phone's messages (RFC 5724); `phone` as typed. */
export function smsLink(phone: string, text: string): string {
  return `sms:${dialable(phone)}?body=${encodeURIComponent(text.toWellFormed())}`;
}
