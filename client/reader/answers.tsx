import Check from 'lucide-react/icons/check';
import { useRef, useState } from 'react';
import type { ReaderAnswer } from '#domain/links/fields.ts';
import { stayChoices } from '#domain/links/reader.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { ActionButton } from './action-button.tsx';
import styles from './answers.module.css';
import { call, type Failure, failureOf } from './data/calls.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import { Fill, plain } from './fill.tsx';
import type { Texts } from './translations/sv.ts';
import type { Clock } from './visit-lines.ts';

interface Props {
  visit: ShownVisit;
  asOf: string;
  texts: Texts;
  clock: Clock;
  link: string;
  watch: VisitWatch;
}

const CODES = ['on-my-way', 'thanks'] as const;

/** The answers that a reader can give with one press; there is no free text. */
export function Answers({ visit, asOf, texts: { answers }, clock, link, watch }: Props) {
  const { give, sending, failed } = useGiveAnswer(link, watch);
  const { open, visitor, answer } = visit;
  const isSame = (given: GivenAnswer, other: GivenAnswer | null | undefined) =>
    other?.code === given.code && other.until === given.until;
  const common = (given: GivenAnswer) => {
    const chosen = isSame(given, answer);
    const icon = chosen ? <Check size={22} aria-hidden="true" /> : undefined;
    return { chosen, icon, busy: isSame(given, sending), onPress: () => give(given) };
  };
  // A failure is over once its answer stands after all, or can no longer be given.
  const isOffered = (given: GivenAnswer) => !isSame(given, answer) && (open || given.code === 'thanks');
  const times = open ? stayChoices(visit, Date.parse(asOf)).map(isoTime) : [];
  return (
    <section className="stack gap-3" aria-label={answers.heading}>
      <div className={`${styles.times} stack gap-2`}>
        {CODES.filter((code) => open || code === 'thanks').map((code) => (
          <ActionButton key={code} strong={code === 'on-my-way'} {...common({ code })}>
            {answers[code]}
          </ActionButton>
        ))}
      </div>
      {open && (
        <fieldset className="stack gap-3">
          <legend className={`${styles.legend} strong wrap`}>
            <Fill text={answers.stayLonger} values={{ name: visitor }} />
          </legend>
          <div className={`${styles.times} stack gap-2`}>
            {times.map((until) => {
              const values = { name: visitor, time: clock(until) };
              const label = plain({ text: answers.stay, values });
              return (
                <ActionButton key={until} label={label} {...common({ code: 'stay', until })}>
                  <Fill text={answers.until} values={values} />
                </ActionButton>
              );
            })}
          </div>
        </fieldset>
      )}
      {failed && isOffered(failed.given) && (
        <div ref={scrollTo} className={`${styles.failed} stack gap-3 strong`} role="alert">
          <p>{answers[failed.words]}</p>
          {failed.words !== 'notPossible' && (
            <ActionButton onPress={() => give(failed.given)} busy={sending !== undefined}>
              {answers.retry}
            </ActionButton>
          )}
        </div>
      )}
      <p className="muted small">{answers.note}</p>
    </section>
  );
}

/** Below the buttons a small phone has no room: what failed comes into view. */
function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** An answer as the call takes it. */
interface GivenAnswer {
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
function useGiveAnswer(link: string, watch: VisitWatch) {
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
