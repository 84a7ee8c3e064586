import HandHeart from 'lucide-react/icons/hand-heart';
import Plus from 'lucide-react/icons/plus';
import Smile from 'lucide-react/icons/smile';
import { useId, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { PersonList } from '#client/people/person-row.tsx';
import { useAnswered } from '#client/session/use-answered.ts';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { FriendRow, GuestRow, type VisitorNote } from './visitor-row.tsx';

/** The number of rows shown at first. */
const PORTION = 15;

interface Props {
  child: ChildView;
  kind: VisitorRef['kind'];
  actions: VisitorActions;
  note: VisitorNote;
}

/** The friends or the guests of one child: the list, adding, editing and removing. */
export function Visitors({ child, kind, actions, note }: Props) {
  const { t } = useTranslation();
  const { title, addLabel, empty } = useListText(kind, child.name);
  const [purpose, setPurpose] = useState<DialogPurpose>();
  const heading = useId();
  const visitors = kind === 'friend' ? child.friends : child.guests;
  const { shown, isAll, showMore } = useShowMore(visitors, PORTION);
  // Always the same, so that a row renders again only if its own visitor changed.
  const [rowProps] = useState(() => ({
    onEdit: (edit: VisitorView) => setPurpose({ edit }),
    onRemove: (remove: VisitorView) => setPurpose({ remove }),
  }));
  const Row = kind === 'friend' ? FriendRow : GuestRow;
  const add = (
    <Button variant="secondary" icon={<Plus size={20} />} onClick={() => setPurpose('add')}>
      {addLabel}
    </Button>
  );
  const close = () => {
    setPurpose(undefined);
    keepFocus(heading);
  };
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading} action={visitors.length > 0 && add}>
        {title}
      </SectionHeading>
      {visitors.length === 0 ? (
        <EmptyState {...empty} heading="h3" action={add} />
      ) : (
        <PersonList>
          {shown.map((visitor) => (
            <Row
              key={visitor.ref.visitor}
              visitor={visitor}
              actions={actions}
              note={note}
              focusAfter={heading}
              {...rowProps}
            />
          ))}
        </PersonList>
      )}
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
      {purpose && <OpenDialog purpose={purpose} kind={kind} child={child.id} onClose={close} />}
    </Card>
  );
}

function useListText(kind: VisitorRef['kind'], name: string) {
  const { t } = useTranslation();
  if (kind === 'friend')
    return {
      title: t(($) => $.people.friendsOf, { name }),
      addLabel: t(($) => $.people.addFriend),
      empty: {
        icon: <Smile size={32} />,
        title: t(($) => $.profile.noFriends.title),
        text: t(($) => $.profile.noFriends.text),
      },
    };
  return {
    title: t(($) => $.people.guestsOf, { name }),
    addLabel: t(($) => $.people.addGuest),
    empty: {
      icon: <HandHeart size={32} />,
      title: t(($) => $.profile.noGuests.title),
      text: t(($) => $.profile.noGuests.text),
    },
  };
}

const VisitorDialog = lazyDialog(() => import('./visitor-dialog.tsx'), 'VisitorDialog');

const RemoveDialog = lazyDialog(() => import('#client/people/remove-dialog.tsx'), 'RemoveDialog');

type DialogPurpose = 'add' | { edit: VisitorView } | { remove: VisitorView };

interface OpenDialogProps {
  purpose: DialogPurpose;
  kind: VisitorRef['kind'];
  child: Id;
  onClose(): void;
}

/** The dialog that adds, edits or removes a visitor; it closes before a toast reports its success. */
function OpenDialog({ purpose, kind, child, onClose }: OpenDialogProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const succeed = (text: string) => {
    onClose();
    toast({ text });
  };
  if (purpose === 'add' || 'edit' in purpose) {
    const isNewFriend = purpose === 'add' && kind === 'friend';
    return (
      <VisitorDialog
        kind={kind}
        child={child}
        visitor={purpose === 'add' ? undefined : purpose.edit}
        onSaved={() => succeed(isNewFriend ? t(($) => $.people.friendAdded) : t(($) => $.common.success))}
        onClose={onClose}
      />
    );
  }
  const onRemoved = () => succeed(t(($) => $.common.success));
  return <RemoveVisitor {...{ kind, child, onRemoved, onClose }} visitor={purpose.remove} />;
}

interface RemoveVisitorProps extends Omit<OpenDialogProps, 'purpose'> {
  visitor: VisitorView;
  onRemoved(): void;
}

/** Asks before a visitor is removed, who may be checked in or out while the question is open. */
function RemoveVisitor({ visitor, kind, child, onRemoved, onClose }: RemoveVisitorProps) {
  const answered = useAnswered();
  const { name, status, ref } = useVisitor(visitor);
  const consequence = (words: Translate) => {
    const endsVisit = status === 'in' ? `${words(($) => $.removal.removeHere, { name })} ` : '';
    return endsVisit + words(($) => $.removal.removeVisitor, { name });
  };
  return (
    <RemoveDialog
      name={name}
      consequence={consequence}
      remove={() =>
        answered((household) =>
          kind === 'friend'
            ? household.run('deleteFriend', { child, friend: ref.visitor })
            : household.run('deleteGuest', { child, guest: ref.visitor }),
        )
      }
      onRemoved={onRemoved}
      onClose={onClose}
    />
  );
}
