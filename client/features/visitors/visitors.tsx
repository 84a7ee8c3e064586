import HandHeart from 'lucide-react/icons/hand-heart';
import Plus from 'lucide-react/icons/plus';
import Smile from 'lucide-react/icons/smile';
import { useId, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import type { Tone } from '#client/people/child-tones.ts';
import { CompactList } from '#client/people/compact-row.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
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
import type { SheetAddition } from './person-sheet.tsx';
import { FriendRow, GuestRow, type VisitorNote } from './visitor-row.tsx';

const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

const PersonSheet = lazyDialog(() => import('./person-sheet.tsx'), 'PersonSheet');

/** The number of rows shown at first. */
const PORTION = 15;

interface Props {
  child: ChildView;
  tone: Tone;
  kind: VisitorRef['kind'];
  actions: VisitorActions;
  note: VisitorNote;
  addition: SheetAddition;
}

/** The friends or the guests of one child: the list, whose rows open a sheet, adding, editing and removing. */
export function Visitors({ child, tone, kind, actions, note, addition }: Props) {
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
              tone={tone}
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
