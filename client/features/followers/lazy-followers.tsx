import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import { Suspense } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Follower } from '#domain/protocol/following-calls.ts';
import styles from './question-mark.module.css';
import { useFollowersOf } from './use-followers.ts';

/** The id of the heading of the questions on the board. */
const HEADING = 'follower-questions';

const Questions = suspendingComponent(
  () => import('./follower-questions.tsx'),
  'FollowerQuestions',
  () => null,
);

/** The questions of other families, on the board; nearly always none, and then nothing is loaded. */
export function QuestionsOnBoard(props: { questions: readonly Follower[]; focusAfter: string }) {
  if (props.questions.length === 0) return null;
  return (
    <Suspense>
      <Questions {...props} heading={HEADING} />
    </Suspense>
  );
}

/** Leads to the questions, which lie below the screen of a phone. It lies beside the count and moves nothing. */
export function QuestionMark({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={`${styles.mark} circle bare`}
      aria-label={t(($) => $.hereNow.questions, { count })}
      onClick={showQuestions}
    >
      <MessageCircleQuestion size={24} />
    </button>
  );
}

/** A question that begins at the end of the screen is shown whole, with its buttons. */
function showQuestions() {
  const heading = document.getElementById(HEADING);
  heading?.focus({ preventScroll: true });
  heading?.parentElement?.scrollIntoView({ block: 'nearest' });
}

const Followers = suspendingComponent(
  () => import('./followers-of.tsx'),
  'FollowersOf',
  () => null,
);

/** The families that follow a friend or guest, or ask to, at a row; most have none, and load nothing. */
export function FollowersAtRow({ visitor, focusAfter }: { visitor: VisitorView; focusAfter: string }) {
  const followers = useFollowersOf(visitor.ref);
  if (followers.length === 0) return null;
  return (
    <Suspense>
      <Followers visitor={visitor} focusAfter={focusAfter} />
    </Suspense>
  );
}

const Part = suspendingComponent(
  () => import('./followers-of.tsx'),
  'FollowersPart',
  () => null,
);

/** A route's part of a visitor's sheet; `onDone` closes that. Of a guest it says how another family can follow. */
export function FollowersInSheet({ visitor, onDone }: { visitor: VisitorView; onDone(): void }) {
  const followers = useFollowersOf(visitor.ref);
  if (followers.length === 0 && visitor.ref.kind !== 'guest') return null;
  return (
    <Suspense>
      <Part visitor={visitor} onDone={onDone} />
    </Suspense>
  );
}
