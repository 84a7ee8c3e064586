import { useState } from 'react';

/** What is said after a try; undefined where nothing has to be. */
type Said = 'copied' | 'notCopied' | 'notShared' | undefined;

export interface Ways {
  said: Said;
  /** Absent where the device has no share sheet. */
  share: (() => void) | undefined;
  copy: () => void;
}

/** The ways a text leaves by the parent's own device. `onShared` hears that the sheet took it. */
export function useWays(text: string, onShared: () => void): Ways {
  const [said, setSaid] = useState<Said>();
  const share = async () => {
    setSaid(undefined);
    try {
      await navigator.share({ text });
    } catch (error) {
      // Somebody who thinks better of it has done nothing wrong.
      if (!isCancelled(error)) setSaid('notShared');
      return;
    }
    onShared();
  };
  const copy = async () => {
    setSaid(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      setSaid('notCopied');
    }
  };
  return {
    said,
    share: 'share' in navigator ? () => void share() : undefined,
    copy: () => void copy(),
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
