import CloudOff from 'lucide-react/icons/cloud-off';
import { memo, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { SearchField } from '#client/forms/search-field.tsx';
import { Dot } from '#client/lib/dot.tsx';
import type { Tone } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { matchesName, SEARCHED_FROM } from '#client/people/matches-name.ts';
import { NewFriendButton } from '#client/people/new-friend-button.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { WaitingWords } from '#client/people/sync-mark.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';
import { initialOrder, inOrder } from './group-visitors.ts';

/** The number of rows shown at first, most recent first: with hundreds of rows a tap would render late. */
const PORTION = 20;

interface VisitorStepProps {
  child: ChildView;
  /** The colour of the child (`toneOf`). */
  tone: Tone;
  mode: Status;
  /** A stable function, so that a tap renders only its own row. */
  onTap: (visitor: VisitorView) => void;
  /** A stable function that leads to the sheet of a new friend. */
  onNewFriend: (child: Id) => void;
}

/** Step 2: tap the visitor who came or went. Those who can be tapped come first, the rest below a heading of their own. */
export const VisitorStep = memo(function VisitorStep(props: VisitorStepProps) {
  const { child, tone, mode, onTap, onNewFriend } = props;
  const { t, texts } = useTranslation();
  const all = [...child.friends, ...child.guests];
  const [order] = useState(() => initialOrder(all, mode));
  const [typed, setTyped] = useState('');
  const found = inOrder(all, order).filter(({ name }) => matchesName(name, typed));
  const { shown, isAll, showMore } = useShowMore(found, PORTION);
  const isRest = ({ ref }: VisitorView) => order.rest.has(ref.visitor);
  const { name } = child;
  if (all.length === 0) return <NoVisitors {...props} />;
  return (
    <div className="stack gap-4">
      <h3>{t(($) => (mode === 'in' ? $.modal.chooseVisitorIn : $.modal.chooseVisitorOut), { name })}</h3>
      {all.length >= SEARCHED_FROM && <SearchField value={typed} onChange={setTyped} />}
      <Rows visitors={shown.filter((one) => !isRest(one))} tone={tone} onTap={onTap} />
      <Rest mode={mode} visitors={shown.filter(isRest)} tone={tone} onTap={onTap} />
      {found.length === 0 && (
        <p role="status" className="muted">
          {t(($) => $.people.nobodyFound, { typed })}
        </p>
      )}
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
      {mode === 'in' && <NewFriendButton childName={name} onClick={() => onNewFriend(child.id)} />}
    </div>
  );
});

interface RowsProps {
  visitors: readonly VisitorView[];
  tone: Tone;
  onTap: (visitor: VisitorView) => void;
}

function Rows({ visitors, ...row }: RowsProps) {
  if (visitors.length === 0) return null;
  return (
    <ul className={`${styles.list} stack raised surface`}>
      {visitors.map((visitor) => (
        <VisitorRow key={visitor.ref.visitor} visitor={visitor} {...row} />
      ))}
    </ul>
  );
}

function Rest({ mode, ...rows }: RowsProps & { mode: Status }) {
  const { texts } = useTranslation();
  if (rows.visitors.length === 0) return null;
  // The rows stay where they were, also if another phone changes one.
  const isSo = rows.visitors.every(({ status }) => status === mode);
  return (
    <>
      <h4 className={`${styles.rest} large strong`}>
        {isSo ? (mode === 'in' ? texts.people.alreadyHere : texts.people.notHere) : texts.modal.others}
      </h4>
      <Rows {...rows} />
    </>
  );
}

function NoVisitors({ child: { id, name }, mode, onNewFriend }: VisitorStepProps) {
  const { t, texts } = useTranslation();
  return (
    <EmptyState
      heading="h3"
      title={texts.modal.noVisitorsTitle}
      text={t(($) => $.modal.noVisitorsText, { name })}
      action={
        mode === 'in' ? (
          <NewFriendButton childName={name} onClick={() => onNewFriend(id)} />
        ) : (
          <LinkButton to={`/profile?child=${id}`} label={texts.modal.toProfile} />
        )
      }
    />
  );
}

/** Renders again only if its own visitor changed: the list may be long, and a tap must show at once. */
const VisitorRow = memo(function VisitorRow({
  visitor: shown,
  tone,
  onTap,
}: Omit<RowsProps, 'visitors'> & { visitor: VisitorView }) {
  const { t, texts } = useTranslation();
  const visitor = useVisitor(shown);
  const { name, parentContact, status, ref } = visitor;
  const isFriend = ref.kind === 'friend';
  return (
    <li>
      <button type="button" data-moves className={`${styles.row} row gap-3`} onClick={() => onTap(visitor)}>
        <Initials name={name} tone={tone} />
        <span className={`${styles.words} stack`}>
          <span className="strong">
            <PersonName>{name}</PersonName>
            <span> </span>
          </span>
          <span className="muted small wrap">
            <span className={styles.kind}>
              <span>{isFriend ? texts.common.friend : texts.common.guest}</span>
              <Dot />
            </span>
            <bdi className={styles.contact}>
              {isFriend ? parentContact : t(($) => $.modal.parentId, { id: parentContact })}
            </bdi>
            <span> </span>
          </span>
        </span>
        <span className={`${styles.state} stack`}>
          <StatusPill status={status} />
          <RowState visitor={shown} />
        </span>
      </button>
    </li>
  );
});

/** The time of the status, or that it waits for the network. */
function RowState({ visitor: { row, hasVisited, timestamp } }: { visitor: VisitorView }) {
  const { t, format } = useTranslation();
  const isWaiting = useLasting(row === 'waiting', USUAL_REPLY_TIME);
  if (isWaiting)
    return (
      <span className={`${styles.since} inline muted small numbers`}>
        <CloudOff size={16} />
        <WaitingWords />
      </span>
    );
  // A visitor who was never here keeps the space of a time, so that a tap on them moves no row.
  const isNew = !hasVisited || timestamp === undefined;
  return (
    <span className={`${styles.since} inline muted small numbers`} data-new={isNew || undefined}>
      {t(($) => $.hereNow.since, { time: isNew ? '00:00' : format.sinceTime(timestamp) })}
    </span>
  );
}
