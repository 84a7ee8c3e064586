import { useState } from 'react';
import type { NewLink } from './new-link.ts';

/** A message as edited by the parent. */
export interface Draft {
  to: string;
  text: string;
  /** The link that the text may hold. */
  link?: NewLink | undefined;
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
