import { useEffect, useRef, useState } from 'react';
import type { ReaderAnswer } from '#domain/links/fields.ts';
import type { TakenBack } from '#domain/links/reader.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';

/** `dead`: the visit is shown no more. `busy`: too many requests. `refused`: not possible now. `offline`: no answer of the server. */
export type Failure = 'dead' | 'busy' | 'refused' | 'offline';

/** An answer as the call takes it. */
export interface GivenAnswer {
  code: ReaderAnswer['code'];
  until?: string;
}

/** An answer to give, or the one to take back. */
export type Wanted = GivenAnswer | TakenBack;

interface FailedAnswer {
  wanted: Wanted;
  /** The key of its words. */
  words: 'failed' | 'notTakenBack' | 'tooMany' | 'notPossible';
}

type Words = Record<Exclude<Failure, 'dead'>, FailedAnswer['words']>;
const OF_GIVING: Words = { offline: 'failed', busy: 'tooMany', refused: 'notPossible' };
const OF_TAKING_BACK: Words = { ...OF_GIVING, offline: 'notTakenBack', refused: 'notTakenBack' };

/** The server takes no second answer within three seconds, in ms: a slip is put right without a word of it. */
const APART_MS = 3_200;

/** An answer can be taken back for so long after it was sent, in ms. */
const TAKE_BACK_MS = 10_000;

/** The visit that is answered, and its page. */
interface Answerable {
  /** Sends an answer. Rejects if it was not taken. */
  send(answer: Wanted): Promise<ShownVisit>;
  failureOf(error: unknown): Failure;
  /** Takes over what the server replied. */
  accept(visit: ShownVisit): void;
  /** The visit is shown no more. */
  die(): void;
  /** Looks at the visit at once. */
  retry(): void;
}

/** Returns a function that sends an answer, or takes it back, once however often it is pressed, and what became of it. */
export function useGiveAnswer(visit: Answerable) {
  const isSending = useRef(false);
  const [sending, setSending] = useState<Wanted>();
  const [failed, setFailed] = useState<FailedAnswer>();
  const [fresh, setFresh] = useState<string | null>();
  const undoButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh === undefined) return;
    // It does not go from under the focus.
    const expire = () => document.activeElement !== undoButton.current && setFresh(undefined);
    const timer = setInterval(expire, TAKE_BACK_MS);
    return () => clearInterval(timer);
  }, [fresh]);
  const send = async (wanted: Wanted) => {
    if (isSending.current) return;
    const takesBack = 'takesBack' in wanted;
    isSending.current = true;
    setSending(wanted);
    try {
      const answered = await answerInTime(visit, wanted);
      visit.accept(answered);
      setFresh(takesBack ? null : answered.answer?.at);
      setFailed(undefined);
    } catch (error) {
      const failure = visit.failureOf(error);
      if (failure === 'dead') return visit.die();
      setFailed({ wanted, words: (takesBack ? OF_TAKING_BACK : OF_GIVING)[failure] });
      // Another answer stands by now.
      if (takesBack && failure === 'refused') visit.retry();
    } finally {
      isSending.current = false;
      setSending(undefined);
    }
  };
  return {
    give: (wanted: Wanted) => void send(wanted),
    sending,
    failed,
    /** The time of the answer that can still be taken back; null if that was done just now. */
    fresh,
    undoButton,
  };
}

/** Sends an answer; once more after a while if it came too soon after another. Rejects as `send` does. */
async function answerInTime({ send, failureOf }: Answerable, answer: Wanted): Promise<ShownVisit> {
  try {
    return await send(answer);
  } catch (error) {
    if (failureOf(error) !== 'busy') throw error;
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    return send(answer);
  }
}
