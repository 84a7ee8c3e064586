import HandHeart from 'lucide-react/icons/hand-heart';
import Plus from 'lucide-react/icons/plus';
import Smile from 'lucide-react/icons/smile';
import { type ComponentProps, memo, useId, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { UndoButton } from '#client/people/list-buttons.tsx';
import { NoteMark, StatusPill, SyncMark } from '#client/people/marks.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { Card, SectionHeading, ShowMore, useShowMore } from '#client/ui/sections.tsx';
import type { Status } from '#domain/documents.ts';
import type { VisitorRef } from '#domain/paths.ts';
import styles from './visitors.module.css';

const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

const PersonSheet = lazyDialog(() => import('./person-sheet.tsx'), 'PersonSheet');

const PORTION = 15;

interface Props {
  child: ChildView;
  kind: VisitorRef['kind'];
  actions: VisitorActions;
  note: VisitorNote;
  addition: ComponentProps<typeof PersonSheet>['addition'];
}

export function Visitors({ child, kind, actions, note, addition }: Props) {
  const { texts } = useTranslation();
  const { title, addLabel, empty } = useListText(kind, child.name);
  const [purpose, setPurpose] = useState<PersonPurpose>();
  const [opened, setOpened] = useState<VisitorView>();
  const heading = useId();
  const visitors = kind === 'friend' ? child.friends : child.guests;
  const { shown, isAll, showMore } = useShowMore(visitors, PORTION);
  const Row = kind === 'friend' ? FriendRow : GuestRow;
  const add = <Button variant="secondary" icon={Plus} label={addLabel} onClick={() => setPurpose('add')} />;
  const close = () => {
    setPurpose(undefined);
    keepFocus(heading);
  };
  const closeSheet = () => {
    setOpened(undefined);
    keepFocus(heading);
  };
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading} action={visitors.length > 0 && add}>
        {title}
      </SectionHeading>
      {visitors.length === 0 ? (
        <Card>
          <EmptyState {...empty} heading="h3" action={add} />
        </Card>
      ) : (
        <CompactList>
          {shown.map((visitor) => (
            <Row
              key={visitor.ref.visitor}
              visitor={visitor}
              actions={actions}
              note={note}
              focusAfter={heading}
              onOpen={setOpened}
            />
          ))}
        </CompactList>
      )}
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
      {opened && <PersonSheet {...{ opened, actions, addition }} onAsk={setPurpose} onClose={closeSheet} />}
      {purpose && <PersonDialog kind={kind} child={child.id} purpose={purpose} onClose={close} />}
    </section>
  );
}

function useListText(kind: VisitorRef['kind'], name: string) {
  const { t, texts } = useTranslation();
  if (kind === 'friend')
    return {
      title: t(($) => $.people.friendsOf, { name }),
      addLabel: texts.people.addFriend,
      empty: {
        icon: <Smile size={32} />,
        title: texts.profile.noFriends.title,
        text: texts.profile.noFriends.text,
      },
    };
  return {
    title: t(($) => $.people.guestsOf, { name }),
    addLabel: texts.people.addGuest,
    empty: {
      icon: <HandHeart size={32} />,
      title: texts.profile.noGuests.title,
      text: texts.profile.noGuests.text,
    },
  };
}

/** Below a row, most often empty; must be a stable component. */
type VisitorNote = Component<{ visitor: VisitorView; focusAfter: string }>;

interface VisitorNoteProps {
  visitor: VisitorView;
  actions: VisitorActions;
  note: VisitorNote;
  /** DOM id of the list's heading. */
  focusAfter: string;
  /** Must be stable: a row then renders only for its own visitor. */
  onOpen(visitor: VisitorView): void;
}

const FriendRow = memo(function FriendRow(props: VisitorNoteProps) {
  const { parentContact, status } = props.visitor;
  return <VisitorRow {...props} status={status} contact={parentContact} />;
});

const GuestRow = memo(function GuestRow(props: VisitorNoteProps) {
  const { t, texts } = useTranslation();
  const { visitor: guest, actions } = props;
  const { name, parentContact, undo, timestamp } = guest;
  const { status } = useVisitor(guest);
  const { toggle, failed } = useToggle(guest, status, actions);
  const buttons = (
    <>
      {undo && <UndoButton isSmall at={timestamp} name={name} onUndo={() => actions.undo(guest)} />}
      <Button
        variant="secondary"
        data-moves
        label={status === 'in' ? texts.common.checkOut : texts.common.checkIn}
        aria-label={t(($) => $.people[status === 'in' ? 'checkOutNamed' : 'checkInNamed'], { name })}
        onClick={toggle}
      />
    </>
  );
  return (
    <VisitorRow
      {...props}
      status={status}
      contact={t(($) => $.profile.parentIs, { contact: parentContact })}
      buttons={buttons}
      isCrowded={undo !== undefined}
    >
      {failed && (
        <span role="alert" className={styles.failed}>
          {texts.people.statusNotSaved}
        </span>
      )}
    </VisitorRow>
  );
});

interface VisitorRowProps extends VisitorNoteProps {
  status: Status;
  contact: string;
  buttons?: Elements;
  isCrowded?: boolean;
  children?: Elements;
}

function VisitorRow({ visitor, note: Note, focusAfter, onOpen, ...parts }: VisitorRowProps) {
  const { texts } = useTranslation();
  // A pill marks who is here; beside buttons, which say it too, words can wrap.
  const isPill = parts.status === 'in' && parts.buttons === undefined;
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={visitor.name}
      mark={<NoteMark visitor={visitor} />}
      onOpen={() => onOpen(visitor)}
      action={parts.buttons}
      isCrowded={parts.isCrowded ?? false}
      note={<Note visitor={visitor} focusAfter={focusAfter} />}
    >
      <span className="row gap-1">
        {isPill && <StatusPill status="in" />}
        <span>
          {!isPill && <span>{parts.status === 'in' ? texts.common.checkedIn : texts.common.checkedOut}</span>}
          {!isPill && <Dot />}
          <bdi>{parts.contact}</bdi>
        </span>
        <SyncMark row={visitor.row} />
        {parts.children}
      </span>
    </CompactRow>
  );
}

/** A failure is logged and marks the row. */
function useToggle(guest: VisitorView, status: Status, actions: VisitorActions) {
  const [failed, setFailed] = useState(false);
  const toggle = () =>
    actions.setStatus(guest, status === 'in' ? 'out' : 'in', (failure) => {
      setFailed(failure !== undefined);
      if (failure !== undefined) console.error('The status of a guest was not saved:', failure);
    });
  return { toggle, failed };
}
