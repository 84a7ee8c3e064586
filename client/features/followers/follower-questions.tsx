import { useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { firstName } from '#domain/names.ts';
import { parsePath } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { Question, useIsMoving } from './question.tsx';

interface Props {
  questions: readonly Follower[];
  /** The id of their heading. */
  heading: string;
  /** The id of the heading that gets the focus once the last question is answered. */
  focusAfter: string;
}

/** The questions of other families, on the board. */
export function FollowerQuestions({ questions, heading, focusAfter }: Props) {
  const { texts } = useTranslation(['rare']);
  const household = useHousehold();
  const isMoving = useIsMoving(questions);
  const nameOf = ({ visitor, name }: Follower) => {
    const { kind, child, id } = parsePath(visitor) ?? {};
    if (!child || !id || (kind !== 'friend' && kind !== 'guest')) return name;
    const now = household.visitor({ kind, child, visitor: id });
    return now ? firstName(now.name) : name;
  };
  return (
    <section aria-labelledby={heading} className="stack gap-3">
      <h2 id={heading} tabIndex={-1}>
        {texts.linkRefusals.heading}
      </h2>
      <div className="stack gap-3" inert={isMoving}>
        {questions.map((follower) => (
          <Question
            key={follower.id}
            follower={follower}
            name={nameOf(follower)}
            onDone={() => keepFocus(questions.length > 1 ? heading : focusAfter)}
          />
        ))}
      </div>
    </section>
  );
}
