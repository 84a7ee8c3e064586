import { useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { Question, useIsMoving } from './question.tsx';
import { nameOf } from './use-followers.ts';

interface Props {
  questions: readonly Follower[];
  onClose(): void;
}

/** The questions of other families, each with its answers. It closes with the last one. */
export function FollowerQuestions({ questions, onClose }: Props) {
  const { texts } = useTranslation(['rare']);
  const household = useHousehold();
  const isMoving = useIsMoving(questions);
  const done = () => {
    if (questions.length > 1) return;
    onClose();
    keepFocus('main');
  };
  return (
    <Dialog title={texts.linkRefusals.heading} onClose={onClose}>
      <div className="stack gap-3" inert={isMoving}>
        {questions.map((follower) => (
          <Question key={follower.id} follower={follower} name={nameOf(household, follower)} onDone={done} />
        ))}
      </div>
    </Dialog>
  );
}
