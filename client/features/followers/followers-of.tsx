import Eye from 'lucide-react/icons/eye';
import { useId, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { firstName } from '#domain/names.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import styles from './followers.module.css';
import { Question, useIsMoving, WithNames } from './question.tsx';
import { useDecide } from './use-decide.ts';
import { isAsking, useFollowersOf } from './use-followers.ts';

interface ListProps {
  visitor: VisitorView;
  /** Called after an answer or an end. */
  onDone(): void;
}

/** The families that follow a friend or guest, and those that ask to. */
function FollowerList({ visitor, onDone }: ListProps) {
  const name = firstName(visitor.name);
  const followers = useFollowersOf(visitor.ref);
  const isMoving = useIsMoving(followers);
  return (
    <div className="stack gap-2" inert={isMoving}>
      {followers.map((follower) => {
        const One = isAsking(follower) ? Question : FollowedBy;
        return <One key={follower.id} {...{ follower, name, onDone }} />;
      })}
    </div>
  );
}

/** The same below a row. */
export function FollowersOf({ visitor, focusAfter }: { visitor: VisitorView; focusAfter: string }) {
  return <FollowerList visitor={visitor} onDone={() => keepFocus(focusAfter)} />;
}

/** The same in a sheet; of a guest also the way to it, whatever the user id of the parent is. */
export function FollowersPart(props: ListProps) {
  const { t } = useTranslation(['rare']);
  const heading = useId();
  const { ref, name: whole } = props.visitor;
  const name = firstName(whole);
  const isFollowed = useFollowersOf(ref).length > 0;
  return (
    <section aria-labelledby={heading} className={`${styles.part} stack gap-2`}>
      <h3 id={heading} className="medium line gap-2 wrap">
        <Eye size={18} />
        <span>{t(($) => $.followers.title, { name })}</span>
      </h3>
      {isFollowed ? (
        <FollowerList {...props} />
      ) : (
        <p className="muted small wrap">{t(($) => $.followers.guest, { name })}</p>
      )}
    </section>
  );
}

interface FollowedProps {
  follower: Follower;
  name: string;
  onDone(): void;
}

/** "Followed by Maja Lind since 3 May 2026 · End". */
function FollowedBy({ follower, name, onDone }: FollowedProps) {
  const { t, texts, format } = useTranslation(['rare']);
  const [isEnding, setEnding] = useState(false);
  const { parents, agreedAt } = follower;
  const date = format.date(agreedAt ?? follower.askedAt);
  const words = texts.followers;
  return (
    <div className={`${styles.followed} row between small`}>
      <p className={`${styles.words} wrap`}>
        <WithNames text={t(($) => $.followers.followedBy, { date })} names={parents} />
      </p>
      <Button
        variant="quiet"
        className="small"
        label={words.end}
        aria-label={`${words.end}. ${parents.join(', ')}, ${name}`}
        onClick={() => setEnding(true)}
      />
      {isEnding && <EndDialog {...{ follower, name, onDone }} onClose={() => setEnding(false)} />}
    </div>
  );
}

function EndDialog({ follower, name, onDone, onClose }: FollowedProps & { onClose(): void }) {
  const { t, texts } = useTranslation(['rare']);
  const { sending, failure, decide } = useDecide(follower, name, () => {
    onClose();
    onDone();
  });
  return (
    <ConfirmDialog
      title={texts.followers.endTitle}
      confirmLabel={texts.followers.end}
      busy={sending !== undefined}
      failure={failure}
      onConfirm={() => decide('end')}
      onClose={onClose}
    >
      <p className="wrap">
        <WithNames text={t(($) => $.followers.endText, { name })} names={follower.parents} />
      </p>
    </ConfirmDialog>
  );
}
