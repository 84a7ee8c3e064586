import { useEffect, useRef } from 'react';
import { Dot } from '#client/lib/dot.tsx';
import { stayChoices } from '#domain/links/reader.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { ActionButton } from './action-button.tsx';
import styles from './answers.module.css';
import { Fill, type Filled, plain } from './fill.tsx';
import type { GivenAnswer, useGiveAnswer, Wanted } from './give-answer.ts';
import type { VisitTexts } from './texts/sv.ts';
import type { Clock } from './visit-lines.ts';

interface Props {
  visit: ShownVisit;
  asOf: string;
  texts: VisitTexts;
  clock: Clock;
  giving: Giving;
  /** Lines that say the answer, when it was sent, and the host's reply. */
  lines: readonly Filled[];
  /** Says who sees the answer. */
  note: string;
  /** The level of the heading, below that of the visit. */
  heading: 'h2' | 'h3';
}

const CODES = ['on-my-way', 'thanks'] as const;

/** The answers that a reader can give with one press; there is no free text. */
export function Answers({ visit, asOf, texts: { answers }, clock, giving, lines, note, heading }: Props) {
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
      <Status {...giving} {...{ answer, answers, lines, heading }} />
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
        <div ref={scrollTo} className={`${styles.failed} stack gap-3 strong appears`} role="alert">
          <p>{answers[failed.words]}</p>
          {failed.words !== 'notPossible' && (
            <ActionButton onPress={() => give(failed.wanted)} busy={sending !== undefined}>
              {answers.retry}
            </ActionButton>
          )}
        </div>
      )}
      <p className="muted small">{note}</p>
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

interface StatusProps extends Pick<Giving, 'give' | 'fresh' | 'undoButton'>, Pick<Props, 'heading'> {
  answer: ShownVisit['answer'];
  answers: VisitTexts['answers'];
  lines: readonly Filled[];
}

/** The answer that stands, sent when, and the way back for some seconds; before it, that one press is enough. */
function Status({ answer, answers, lines, heading: Heading, give, fresh, undoButton }: StatusProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, ...after] = lines;
  const last = after.at(-1);
  useEffect(() => {
    // The button went with the answer.
    if (fresh === null && document.activeElement === document.body) heading.current?.focus();
  }, [fresh]);
  return (
    <div className={`${styles.status} stack`}>
      <Heading ref={heading} tabIndex={-1} className="medium wrap">
        {said ? <Fill {...said} /> : answers.heading}
      </Heading>
      <p className={`${styles.sent} ${answer?.reply ? 'strong' : 'muted'}`}>
        {last ? <Fill {...last} /> : <span>{fresh === null ? answers.takenBack : answers.oneTap}</span>}
        {answer && canTakeBack(answer, fresh) && (
          <>
            <span aria-hidden="true">
              <Dot />
            </span>
            <button
              ref={undoButton}
              type="button"
              className={`${styles.undo} bare strong appears`}
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
