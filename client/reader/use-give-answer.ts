import { useRef, useState } from 'react';
import type { ReaderAnswer } from '#domain/links/fields.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { call, type Failure, failureOf } from './data/calls.ts';
import type { VisitWatch } from './data/visit-watch.ts';

/** An answer as the call takes it. */
export interface GivenAnswer {
  code: ReaderAnswer['code'];
  until?: string;
}

interface FailedAnswer {
  given: GivenAnswer;
  /** The key of its words. */
  words: 'failed' | 'tooMany' | 'notPossible';
}

const WORDS: Record<Exclude<Failure, 'dead'>, FailedAnswer['words']> = {
  offline: 'failed',
  busy: 'tooMany',
  refused: 'notPossible',
};

/** The server takes no second answer within three seconds, in ms: a slip is put right without a word of it. */
const APART_MS = 3_200;

/** Returns a function that sends an answer once however often it is pressed, and what became of it. */
export function useGiveAnswer(link: string, watch: VisitWatch) {
  const isSending = useRef(false);
  const [sending, setSending] = useState<GivenAnswer>();
  const [failed, setFailed] = useState<FailedAnswer>();
  const send = async (given: GivenAnswer) => {
    if (isSending.current) return;
    isSending.current = true;
    setSending(given);
    try {
      watch.accept(await answerInTime(link, given));
      setFailed(undefined);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'dead') watch.die();
      else setFailed({ given, words: WORDS[failure] });
    } finally {
      isSending.current = false;
      setSending(undefined);
    }
  };
  return { give: (given: GivenAnswer) => void send(given), sending, failed };
}

/** Sends an answer; once more after a while if it came too soon after another. Rejects with ReaderCallFailed. */
async function answerInTime(link: string, answer: GivenAnswer): Promise<ShownVisit> {
  const send = () => call('answerVisit', { link, answer });
  try {
    return await send();
  } catch (error) {
    if (failureOf(error) !== 'busy') throw error;
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    return send();
  }
}
