import { useEffect, useRef, useState } from 'react';
import type { ReaderAnswer } from '#domain/links/fields.ts';
import { stayChoices, type TakenBack } from '#domain/links/reader.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { ActionButton } from './action-button.tsx';
import styles from './answers.module.css';
import { call, type Failure, failureOf } from './data/calls.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import { Fill, type Filled, plain } from './fill.tsx';
import type { Texts } from './translations/sv.ts';
import type { Clock } from './visit-lines.ts';

interface Props {
  visit: ShownVisit;
  asOf: string;
  texts: Texts;
  clock: Clock;
  giving: Giving;
  /** Lines that say the answer, when it was sent, and the host's reply. */
  lines: readonly Filled[];
}

const CODES = ['on-my-way', 'thanks'] as const;

/** The answers that a reader can give with one press; there is no free text. */
export function Answers({ visit, asOf, texts: { answers }, clock, giving, lines }: Props) {
  const { give, sending, failed } = giving;
  const { open, visitor, answer } = visit;
  // While the host is asked for one time, the others wait.
  const isAsking = open && answer?.code === 'stay' && !answer.reply;
  const common = (given: GivenAnswer) => {
    return { chosen: isSame(given, answer), busy: isSame(given, sending), onPress: () => give(given) };
  };
  // A failure is over once its answer stands after all, or can no longer be given or taken back.
  const isOffered = (wanted: Wanted) =>
    'takesBack' in wanted
      ? canTakeBack(answer, wanted.takesBack)
      : !isSame(wanted, answer) && (open || wanted.code === 'thanks');
  const times = open ? stayChoices(visit, Date.parse(asOf)).map(isoTime) : [];
  return (
    <section className="stack gap-3" aria-label={answers.heading}>
      <Status {...giving} {...{ answer, answers, lines }} />
      <div className={`${styles.choices} stack gap-2`}>
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
              const given = { code: 'stay', until } as const;
              const disabled = isAsking && !isSame(given, answer);
              return (
                <ActionButton key={until} label={label} disabled={disabled} {...common(given)}>
                  <Fill text={answers.until} values={values} />
                </ActionButton>
              );
            })}
          </div>
        </fieldset>
      )}
      {failed && isOffered(failed.wanted) && (
        <div ref={scrollTo} className={`${styles.failed} stack gap-3 strong`} role="alert">
          <p>{answers[failed.words]}</p>
          {failed.words !== 'notPossible' && (
            <ActionButton onPress={() => give(failed.wanted)} busy={sending !== undefined}>
              {answers.retry}
            </ActionButton>
          )}
        </div>
      )}
      <p className="muted small">{answers.note}</p>
    </section>
  );
}

function isSame(given: GivenAnswer, other: Wanted | null | undefined): boolean {
  return !!other && 'code' in other && other.code === given.code && other.until === given.until;
}

/** True of the answer given at `at` until another replaces it or the host has replied. */
function canTakeBack(answer: ShownVisit['answer'], at: string | null | undefined): boolean {
  return answer?.at === at && answer?.reply === undefined;
}

type Giving = ReturnType<typeof useGiveAnswer>;

interface StatusProps extends Pick<Giving, 'give' | 'fresh' | 'undoButton'> {
  answer: ShownVisit['answer'];
  answers: Texts['answers'];
  lines: readonly Filled[];
}

/** The answer that stands, sent when, and the way back for some seconds; before it, that one press is enough. */
function Status({ answer, answers, lines, give, fresh, undoButton }: StatusProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, ...after] = lines;
  const last = after.at(-1);
  useEffect(() => {
    // The button went with the answer.
    if (fresh === null && document.activeElement === document.body) heading.current?.focus();
  }, [fresh]);
  return (
    <div className={`${styles.status} stack`}>
      <h2 ref={heading} tabIndex={-1} className="medium wrap">
        {said ? <Fill {...said} /> : answers.heading}
      </h2>
      <p className={`${styles.sent} ${answer?.reply ? 'strong' : 'muted'}`}>
        {last ? <Fill {...last} /> : fresh === null ? answers.takenBack : answers.oneTap}
        {answer && canTakeBack(answer, fresh) && (
          <>
            <span aria-hidden="true"> · </span>
            <button
              ref={undoButton}
              type="button"
              className={`${styles.undo} bare strong`}
              onClick={() => give({ takesBack: answer.at })}
            >
              {answers.undo}
            </button>
          </>
        )}
      </p>
    </div>
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

/** An answer to give, or the one to take back. */
type Wanted = GivenAnswer | TakenBack;

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

/** Returns a function that sends an answer, or takes it back, once however often it is pressed, and what became of it. */
export function useGiveAnswer(link: string, watch: VisitWatch) {
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
      const visit = await answerInTime(link, wanted);
      watch.accept(visit);
      setFresh(takesBack ? null : visit.answer?.at);
      setFailed(undefined);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'dead') return watch.die();
      setFailed({ wanted, words: (takesBack ? OF_TAKING_BACK : OF_GIVING)[failure] });
      // Another answer stands by now.
      if (takesBack && failure === 'refused') watch.retry();
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

/** Sends an answer; once more after a while if it came too soon after another. Rejects with ReaderCallFailed. */
async function answerInTime(link: string, answer: Wanted): Promise<ShownVisit> {
  const send = () => call('answerVisit', { link, answer });
  try {
    return await send();
  } catch (error) {
    if (failureOf(error) !== 'busy') throw error;
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    return send();
  }
}
