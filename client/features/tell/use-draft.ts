import { useState } from 'react';

/** A message as edited by the parent. */
export interface Draft {
  to: string;
  text: string;
}

/** Drafts by the tap they are about, kept while the page is open: closing the dialog or cancelling a share loses nothing. */
export type Drafts = Map<string, Draft>;

/** Returns the draft of a key, initially `fresh()`, and a function that changes parts of it. */
export function useDraft(
  drafts: Drafts,
  key: string,
  fresh: () => Draft,
): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? fresh());
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part };
    drafts.set(key, changed);
    setDraft(changed);
  };
  return [draft, change];
}
