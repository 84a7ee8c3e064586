import { useState } from 'react';

/** The result to report after an attempt; undefined if there is nothing to report. */
type ChannelResult = 'copied' | 'notCopied' | 'notShared' | undefined;

export interface MessageChannels {
  result: ChannelResult;
  /** Undefined if the device has no share sheet. */
  share: (() => void) | undefined;
  copy: () => void;
}

interface Message {
  copied: string;
  shared: string;
  /** Called as it is shared or copied, whatever comes of that. */
  onLeave?: () => void;
  /** Called when the share sheet has taken it. */
  onShared?: () => void;
}

/** Shares or copies a text on the parent's device. */
export function useMessageChannels({ copied, shared, onLeave, onShared }: Message): MessageChannels {
  const [result, setResult] = useState<ChannelResult>();
  const share = async () => {
    setResult(undefined);
    onLeave?.();
    try {
      await navigator.share({ text: shared });
    } catch (error) {
      // Cancelling is not an error.
      if (!isCancelled(error)) setResult('notShared');
      return;
    }
    onShared?.();
  };
  const copy = async () => {
    setResult(undefined);
    onLeave?.();
    try {
      await navigator.clipboard.writeText(copied);
      setResult('copied');
    } catch {
      setResult('notCopied');
    }
  };
  return {
    result,
    share: 'share' in navigator ? () => void share() : undefined,
    copy: () => void copy(),
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
