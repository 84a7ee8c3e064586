import { useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { canMakeLinks } from '#client/lib/secret-hash.ts';
import type { Language } from '#domain/language.ts';
import { MOST_LINKS } from '#domain/limits.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { linkLine, parentMessage, withLine, withoutLink } from './message.ts';
import { NewLink } from './new-link.ts';

/** The reason why there is no link to a visit of somebody who is here. */
type NoLink = 'needsHttps' | 'refused' | 'limit';

/** Returns why the visit gets no link; undefined if it can get one, null for somebody whose visit is not open here. */
export function noLink({ status, openVisit, linkRefusal }: VisitorView): NoLink | null | undefined {
  if (status !== 'in' || !openVisit) return null;
  if (refusesLinks({ linkRefusal })) return 'refused';
  if (!canMakeLinks()) return 'needsHttps';
  return (openVisit.links?.length ?? 0) >= MOST_LINKS ? 'limit' : undefined;
}

/**
 * Returns the draft about a visitor: the one that was kept, else the message with a link of its own. Nobody knows of that
 * link yet. One that was given, and is there no more, is replaced.
 */
export function drafted(
  visitor: VisitorView,
  { language, origin }: { language: Language; origin: string },
  kept: Draft | undefined,
): Draft {
  const { ref, parentContact, openVisit } = visitor;
  const old = kept?.link;
  const isThere = !old?.op || openVisit?.links?.some(({ id }) => id === old.op);
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
  const message = parentMessage(visitor, language, present());
  return { to, text: link ? withLine(message, linkLine(visitor, language, link.address)) : message, link };
}

/** A message as edited by the parent. */
export interface Draft {
  to: string;
  text: string;
  /** The link that the text may hold. */
  link?: NewLink | undefined;
  /** The link's page shows the parent's own number. */
  showsPhone?: boolean;
}

/** Drafts by the tap they are about, kept while the page is open: closing the dialog or cancelling a share loses nothing. */
export type Drafts = Map<string, Draft>;

/** Returns the draft of a key, initially `fresh` of what was kept, and a function that changes parts of it. */
export function useDraft(
  drafts: Drafts,
  key: string,
  fresh: (kept: Draft | undefined) => Draft,
): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => fresh(drafts.get(key)));
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part };
    drafts.set(key, changed);
    setDraft(changed);
  };
  return [draft, change];
}
