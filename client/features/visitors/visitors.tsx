import HandHeart from 'lucide-react/icons/hand-heart';
import Plus from 'lucide-react/icons/plus';
import Smile from 'lucide-react/icons/smile';
import { useId, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { PersonList } from '#client/people/person-row.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { VisitorRef } from '#domain/paths.ts';
import { FriendRow, GuestRow, type VisitorNote } from './visitor-row.tsx';

const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

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
  const { texts } = useTranslation();
  const { title, addLabel, empty } = useListText(kind, child.name);
  const [purpose, setPurpose] = useState<PersonPurpose>();
  const heading = useId();
  const visitors = kind === 'friend' ? child.friends : child.guests;
  const { shown, isAll, showMore } = useShowMore(visitors, PORTION);
  const Row = kind === 'friend' ? FriendRow : GuestRow;
  const add = <Button variant="secondary" icon={Plus} label={addLabel} onClick={() => setPurpose('add')} />;
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
              onAsk={setPurpose}
            />
          ))}
        </PersonList>
      )}
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
      {purpose && <PersonDialog kind={kind} child={child.id} purpose={purpose} onClose={close} />}
    </Card>
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
