import { useEffect, useRef, useState } from 'react';
import { Dot } from '#client/lib/dot.tsx';
import error from '#client/ui/feedback/error-box.module.css';
import type { LinkAnswer } from '#domain/links/link-fields.ts';
import { stayChoices } from '#domain/links/link-holder.ts';
import type { SentAnswer, SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { ActionButton } from './action-button.tsx';
import styles from './answers.module.css';
import type { VisitTexts } from './texts/sv.ts';
import { answerLines, type Clock, Fill, plain, shownTrip, tripWords } from './visit-lines.tsx';

interface Props {
  visit: SharedVisit;
  asOf: string;
  texts: VisitTexts;
  clock: Clock;
  giving: ReturnType<typeof useGiveAnswer>;
  note: string;
  heading: 'h2' | 'h3';
}

const CODES = ['on-my-way', 'thanks'] as const;

export function Answers(props: Props) {
  const { visit, asOf, texts, clock, giving, note } = props;
  const { give, sending, failed } = giving;
  const { open, visitor, answer } = visit;
  const { answers } = texts;
  const trip = shownTrip(visit, asOf);
  const isHome = trip?.said?.isHome;
  // Until the host replies to one time, the others are disabled.
  const isAsking = open && answer?.code === 'stay' && !answer.reply;
  const common = (given: GivenAnswer) => {
    return { chosen: isSame(given, answer), busy: isSame(given, sending), onPress: () => give(given) };
  };
  // A failure is hidden once the answer arrived or is possible no more.
  const isOffered = (wanted: SentAnswer) => {
    if ('home' in wanted) return trip ? !trip.said : failed?.words === 'notPossible';
    if ('code' in wanted) return !isSame(wanted, answer) && (open || wanted.code === 'thanks');
    return stands(wanted, visit);
  };
  const times = open ? stayChoices(visit, Date.parse(asOf)).map(isoTime) : [];
  return (
    <section className="stack gap-3" aria-label={answers.heading}>
      <Status {...props} />
      <div className={`${styles.choices} stack gap-2`}>
        {trip && isHome !== false && (
          <ActionButton
            strong
            chosen={isHome ?? false}
            busy={sending !== undefined && 'home' in sending}
            label={plain({ text: texts.trip.homeNamed, values: { name: visitor } })}
            onPress={() => isHome || give({ home: trip.startedAt })}
          >
            {texts.trip.home}
          </ActionButton>
        )}
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
        <div ref={scrollTo} className={`${error.box} stack gap-3`} role="alert">
          <p>{answers[failed.words]}</p>
          {failed.words !== 'notPossible' && (
            <ActionButton onPress={() => give(failed.wanted)} busy={sending !== undefined}>
              {answers.retry}
            </ActionButton>
          )}
        </div>
      )}
      <p className="muted small">{note}</p>
      {trip && <p className="muted small">{texts.trip.note}</p>}
    </section>
  );
}

function isSame(given: GivenAnswer, other: SentAnswer | SharedVisit['answer'] | undefined): boolean {
  return !!other && 'code' in other && other.code === given.code && other.until === given.until;
}

/** What it takes back, until another word replaces that or the host replies. */
function stands(takingBack: SentAnswer, { answer, trip }: SharedVisit): boolean {
  if ('takesBackHome' in takingBack) return trip?.said?.at === takingBack.takesBackHome;
  return 'takesBack' in takingBack && answer?.at === takingBack.takesBack && !answer.reply;
}

function Status({ visit, asOf, texts, clock, giving: { give, fresh, undoButton }, heading: Heading }: Props) {
  const { answers } = texts;
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, ...after] = answerLines(visit, texts, clock);
  const undo = fresh && stands(fresh, visit) ? fresh : undefined;
  const isAnswer = undo && 'takesBack' in undo;
  const [word] = isAnswer ? [] : tripWords(visit, asOf, texts, clock, undo !== undefined);
  const last = word ?? after.at(-1);
  useEffect(() => {
    // The undo button disappeared with the answer.
    if (fresh === null && document.activeElement === document.body) heading.current?.focus();
  }, [fresh]);
  return (
    <div className={`${styles.status} stack`}>
      <Heading ref={heading} tabIndex={-1} className="medium wrap">
        {said ? <Fill {...said} /> : answers.heading}
      </Heading>
      <p className={visit.answer?.reply ? 'strong' : 'muted'}>
        {last ? <Fill {...last} /> : <span>{fresh === null ? answers.takenBack : answers.oneTap}</span>}
        {undo && (
          <>
            <span aria-hidden="true">
              <Dot />
            </span>
            <button
              ref={undoButton}
              type="button"
              className={`${styles.undo} bare strong appears`}
              onClick={() => give(undo)}
            >
              {answers.undo}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** A small phone has no room for it below the buttons. */
export function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** `dead`: the visit is no longer shown. `refused`: not possible now. `offline`: no reply. */
export type Failure = 'dead' | 'busy' | 'refused' | 'offline';

interface GivenAnswer {
  code: LinkAnswer['code'];
  until?: string;
}

interface FailedAnswer {
  wanted: SentAnswer;
  words: 'failed' | 'notTakenBack' | 'tooMany' | 'notPossible';
}

type Words = Record<Exclude<Failure, 'dead'>, FailedAnswer['words']>;
const OF_GIVING: Words = { offline: 'failed', busy: 'tooMany', refused: 'notPossible' };
const OF_TAKING_BACK: Words = { ...OF_GIVING, offline: 'notTakenBack', refused: 'notTakenBack' };

/** In ms; the server rejects a second answer within three seconds. */
const APART_MS = 3_200;

const TAKE_BACK_MS = 10_000;

interface Answerable {
  send(answer: SentAnswer): Promise<SharedVisit>;
  failureOf(error: unknown): Failure;
  accept(visit: SharedVisit): void;
  die(): void;
  retry(): void;
}

export function useGiveAnswer(visit: Answerable) {
  const [sending, setSending] = useState<SentAnswer>();
  const [failed, setFailed] = useState<FailedAnswer>();
  const [fresh, setFresh] = useState<SentAnswer | null>();
  const undoButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh === undefined) return;
    // Never removed while it has the focus.
    const expire = () => document.activeElement !== undoButton.current && setFresh(undefined);
    const timer = setInterval(expire, TAKE_BACK_MS);
    return () => clearInterval(timer);
  }, [fresh]);
  const send = async (wanted: SentAnswer) => {
    if (sending) return;
    const takesBack = 'takesBack' in wanted || 'takesBackHome' in wanted;
    setSending(wanted);
    try {
      const answered = await answerInTime(visit, wanted);
      visit.accept(answered);
      setFresh(takesBack ? null : takingBack(wanted, answered));
      setFailed(undefined);
    } catch (error) {
      const failure = visit.failureOf(error);
      if (failure === 'dead') return visit.die();
      setFailed({ wanted, words: (takesBack ? OF_TAKING_BACK : OF_GIVING)[failure] });
      if (!('code' in wanted) && failure === 'refused') visit.retry();
    } finally {
      setSending(undefined);
    }
  };
  return {
    give: (wanted: SentAnswer) => void send(wanted),
    sending,
    failed,
    /** Takes back what this device has just said; null once taken back. */
    fresh,
    undoButton,
  };
}

/** Undefined if somebody else said it before: then the reply's time is later. */
export function takingBack(said: SentAnswer, { answer, trip, asOf }: SharedVisit): SentAnswer | undefined {
  if (!('home' in said)) return answer ? { takesBack: answer.at } : undefined;
  return trip?.said && trip.said.at >= asOf ? { takesBackHome: trip.said.at } : undefined;
}

async function answerInTime({ send, failureOf }: Answerable, answer: SentAnswer): Promise<SharedVisit> {
  try {
    return await send(answer);
  } catch (error) {
    if (failureOf(error) !== 'busy') throw error;
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    return send(answer);
  }
}
