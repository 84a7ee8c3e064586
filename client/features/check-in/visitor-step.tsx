import ChevronRight from 'lucide-react/icons/chevron-right';
import CloudOff from 'lucide-react/icons/cloud-off';
import DoorClosed from 'lucide-react/icons/door-closed';
import { memo, useState } from 'react';
import type { ChildView, HouseholdView, VisitorView } from '#client/data/port.ts';
import { SearchField } from '#client/forms/search-field.tsx';
import { Dot } from '#client/lib/dot.tsx';
import { useComingVisitors, WhetherComing } from '#client/people/coming.tsx';
import { NewFriendButton } from '#client/people/list-buttons.tsx';
import { StatusPill, WaitingWords } from '#client/people/marks.tsx';
import { matchesName, SEARCHED_FROM } from '#client/people/matches-name.ts';
import { Initials, PersonName } from '#client/people/person-name.tsx';
import { byRecency, visitorsOf } from '#client/people/visitors.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useVisitor } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import button from '#client/ui/buttons/button.module.css';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { USUAL_REPLY_TIME, useTrueFor } from '#client/ui/hooks/use-now.ts';
import { ShowMore, useShowMore } from '#client/ui/sections.tsx';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';

/** Rows at first: with hundreds, a tap would render late. */
const PORTION = 20;

interface VisitorStepProps {
  child: ChildView;
  mode: Status;
  /** Must be stable, so that a tap renders only its own row. */
  onTap: (visitor: VisitorView) => void;
  /** Must be stable. */
  onNewFriend: (child: Id) => void;
}

/** Tappable visitors first, the rest below their own heading. */
export const VisitorStep = memo(function VisitorStep(props: VisitorStepProps) {
  const { child, mode, onTap, onNewFriend } = props;
  const { t, texts } = useTranslation();
  const all = visitorsOf([child]);
  const coming = useComingVisitors([child]);
  const [order] = useState(() => initialOrder(all, mode, coming));
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
      <Rows visitors={shown.filter((one) => !isRest(one))} mode={mode} onTap={onTap} />
      <Rest mode={mode} visitors={shown.filter(isRest)} onTap={onTap} />
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
  mode: Status;
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

function Rest(rows: RowsProps) {
  const { texts } = useTranslation();
  const { mode } = rows;
  if (rows.visitors.length === 0) return null;
  // Rows stay put if another phone changes one; the heading then becomes neutral.
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
      lit={1}
      heading="h3"
      title={texts.profile.noFriends.title}
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

/** Renders only if its own visitor changed: the list may be long. */
const VisitorRow = memo(function VisitorRow({
  visitor: shown,
  mode,
  onTap,
}: Omit<RowsProps, 'visitors'> & { visitor: VisitorView }) {
  const { t, texts } = useTranslation();
  const visitor = useVisitor(shown);
  const { name, parentContact, status, ref } = visitor;
  const isFriend = ref.kind === 'friend';
  return (
    <li>
      <button type="button" data-moves className={`${styles.row} row gap-3`} onClick={() => onTap(visitor)}>
        <Initials id={ref.visitor} name={name} />
        <span className={`${styles.words} stack`}>
          <span className="strong">
            <PersonName>{name}</PersonName>
            <span> </span>
          </span>
          <span className="muted small wrap">
            <WhetherComing visitor={visitor}>
              <span className={styles.kind}>
                <span>{isFriend ? texts.common.friend : texts.common.guest}</span>
                <Dot />
              </span>
              <bdi className={styles.contact}>
                {isFriend ? parentContact : t(($) => $.modal.parentId, { id: parentContact })}
              </bdi>
            </WhetherComing>
            <span> </span>
          </span>
          <span className={`${styles.state} flow`}>
            <StatusPill status={status} />
            <RowState visitor={shown} />
          </span>
        </span>
        <span
          className={`${button.button} ${mode === 'in' ? button.checkInSoft : button.checkOut} ${styles.verb} center strong`}
          data-done={status === mode || undefined}
        >
          {mode === 'in' ? texts.common.checkIn : texts.common.checkOut}
        </span>
      </button>
    </li>
  );
});

function RowState({ visitor: { row, hasVisited, timestamp } }: { visitor: VisitorView }) {
  const { format } = useTranslation();
  const isWaiting = useTrueFor(row === 'waiting', USUAL_REPLY_TIME);
  if (isWaiting)
    return (
      <span className={`${styles.since} inline muted small numbers`}>
        <CloudOff size={16} />
        <WaitingWords />
      </span>
    );
  // Keeps the space of a time, so that a first tap moves no row.
  const isNew = !hasVisited || timestamp === undefined;
  return (
    <span className={`${styles.since} inline muted small numbers`} data-new={isNew || undefined}>
      {isNew ? '00:00' : format.sinceShort(timestamp)}
    </span>
  );
}

interface InitialOrder {
  place: ReadonlyMap<Id, number>;
  /** Had the wanted status already. */
  rest: ReadonlySet<Id>;
}

/** Those who can be tapped first: who is `coming`, then each group by recency. */
function initialOrder(visitors: readonly VisitorView[], mode: Status, coming: readonly Id[]): InitialOrder {
  const isRest = ({ status }: VisitorView) => status === mode;
  const sorted = visitors.toSorted(byRecency(coming));
  const ordered = [...sorted.filter((one) => !isRest(one)), ...sorted.filter(isRest)];
  return {
    place: new Map(ordered.map(({ ref }, place) => [ref.visitor, place])),
    rest: new Set(visitors.filter(isRest).map(({ ref }) => ref.visitor)),
  };
}

/** Keeps rows in place under a finger; new visitors come first. */
function inOrder(visitors: readonly VisitorView[], { place }: InitialOrder): VisitorView[] {
  const placeOf = ({ ref }: VisitorView) => place.get(ref.visitor) ?? -1;
  return visitors.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface ChildStepProps {
  view: HouseholdView;
  onChoose: (child: Id) => void;
  onRetry: () => Promise<void>;
}

export function ChildStep({ view, onChoose, onRetry }: ChildStepProps) {
  if (view.state === 'loading') return <Skeleton rows={2} />;
  if (view.state === 'failed') return <LoadFailed onRetry={onRetry} />;
  if (view.children.length === 0) return <NoChildren />;
  return <Children view={view} onChoose={onChoose} />;
}

function Children({ view, onChoose }: Omit<ChildStepProps, 'onRetry'>) {
  const { t, texts, format } = useTranslation();
  return (
    <div className="stack gap-4">
      <h3>{texts.modal.chooseChild}</h3>
      <ul className={`${styles.list} stack raised surface`}>
        {view.children.map(({ id, name, birthDate }) => (
          <li key={id}>
            <button
              type="button"
              data-moves
              className={`${styles.row} row gap-3`}
              onClick={() => onChoose(id)}
            >
              <Initials id={id} name={name} />
              <span className={`${styles.words} stack`}>
                <span className="strong">
                  <PersonName>{name}</PersonName>
                  <span> </span>
                </span>
                <span className="muted small wrap">
                  {t(($) => $.common.bornOn, { date: format.birthDate(birthDate) })}
                </span>
              </span>
              <ChevronRight size={22} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoChildren() {
  const { texts } = useTranslation();
  return (
    <EmptyState
      lit={1}
      heading="h3"
      title={texts.modal.noChildrenTitle}
      text={texts.modal.noChildrenText}
      action={
        <LinkButton
          to="/dashboard"
          state={{ firstRun: 'child' } satisfies ReturnTo}
          label={texts.people.addChild}
        />
      }
    />
  );
}

function LoadFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const { texts } = useTranslation();
  const retry = (
    <Button variant="secondary" label={texts.common.retry} onClick={() => onRetry().catch(console.error)} />
  );
  return (
    <ErrorBox icon={DoorClosed} action={retry}>
      <strong>{texts.common.error}</strong>
      <p>{texts.modal.loadFailed}</p>
    </ErrorBox>
  );
}
