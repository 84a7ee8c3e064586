import { useState } from 'react';

/** What a parent made of a message before sending it. */
export interface Draft {
  to: string;
  text: string;
}

/** Drafts of this visit by what they tell of: a dialog closed by mistake, or a share that was cancelled, loses nothing. */
export type Drafts = Map<string, Draft>;

/** The draft under a key, begun with `fresh`, and how a part of it is changed. */
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
