import { useState } from 'react';

type ChannelResult = 'copied' | 'notCopied' | 'notShared' | undefined;

interface Message {
  copied: string;
  shared: string;
  /** Called on every attempt, before its result. */
  onLeave?: () => void;
  onShared?: () => void;
}

export function useMessageChannels({ copied, shared, onLeave, onShared }: Message) {
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
