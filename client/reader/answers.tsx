import Check from 'lucide-react/icons/check';
import { stayChoices } from '#domain/links/reader-writes.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { ActionButton } from './action-button.tsx';
import styles from './answers.module.css';
import type { Clock } from './clock.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import { Fill, plain } from './fill.tsx';
import type { Texts } from './translations/sv.ts';
import { type GivenAnswer, useGiveAnswer } from './use-give-answer.ts';

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
    <section className={styles.answers} aria-label={answers.heading}>
      <div className={styles.pair}>
        {CODES.filter((code) => open || code === 'thanks').map((code) => (
          <ActionButton key={code} strong={code === 'on-my-way'} {...common({ code })}>
            {answers[code]}
          </ActionButton>
        ))}
      </div>
      {open && (
        <fieldset className={styles.stay}>
          <legend>
            <Fill text={answers.stayLonger} values={{ name: visitor }} />
          </legend>
          <div className={styles.times}>
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
        <div ref={scrollTo} className={styles.failed} role="alert">
          <p>{answers[failed.words]}</p>
          {failed.words !== 'notPossible' && (
            <ActionButton onPress={() => give(failed.given)} busy={sending !== undefined}>
              {answers.retry}
            </ActionButton>
          )}
        </div>
      )}
      <p className={styles.note}>{answers.note}</p>
    </section>
  );
}

/** Below the buttons a small phone has no room: what failed comes into view. */
function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
