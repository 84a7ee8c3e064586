import HandHeart from 'lucide-react/icons/hand-heart';
import Plus from 'lucide-react/icons/plus';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHouseholdIfAny } from '#client/app/household.ts';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { keepFocus } from '#client/ui/keep-focus.ts';
import { PersonList } from '#client/ui/person-row.tsx';
import { RemoveDialog } from '#client/ui/remove-dialog.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { useToast } from '#client/ui/toast.tsx';
import { usePortion } from '#client/ui/use-portion.ts';
import { GuestDialog } from './guest-dialog.tsx';
import { GuestRow, type GuestTaps } from './guest-row.tsx';

type Doing = 'add' | { edit: VisitorView } | { remove: VisitorView } | undefined;

/** The guests of one child: the list, adding, changing, removing and the status of each. */
export function Guests({ child, taps }: { child: ChildView; taps: GuestTaps }) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<Doing>();
  const heading = useId();
  const { shown, isAll, showMore } = usePortion(child.guests, 25);
  const add = (
    <Button variant="secondary" icon={<Plus size={20} aria-hidden="true" />} onClick={() => setDoing('add')}>
      {t(($) => $.people.addGuest)}
    </Button>
  );
  const close = () => {
    setDoing(undefined);
    keepFocus(heading);
  };
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading} action={child.guests.length > 0 && add}>
        {t(($) => $.people.guestsOf, { name: child.name })}
      </SectionHeading>
      {child.guests.length === 0 ? (
        <EmptyState
          icon={<HandHeart size={32} />}
          heading="h3"
          title={t(($) => $.people.noGuests.title)}
          text={t(($) => $.people.noGuests.text)}
          action={add}
        />
      ) : (
        <PersonList>
          {shown.map((guest) => (
            <GuestRow
              key={guest.ref.visitor}
              guest={guest}
              taps={taps}
              onEdit={(edit) => setDoing({ edit })}
              onRemove={(remove) => setDoing({ remove })}
            />
          ))}
        </PersonList>
      )}
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
      <Doings child={child} doing={doing} close={close} />
    </Card>
  );
}

/** The dialog of what is being done; it closes before its outcome is announced. */
function Doings({ child, doing, close }: { child: ChildView; doing: Doing; close: () => void }) {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const succeed = () => {
    close();
    toast({ text: t(($) => $.common.success) });
  };
  if (doing === undefined) return null;
  if (doing !== 'add' && 'remove' in doing) {
    const { ref, name } = doing.remove;
    return (
      <RemoveDialog
        name={name}
        consequence={t(($) => $.people.removeVisitor, { name })}
        remove={() => household?.run('deleteGuest', { child: child.id, guest: ref.visitor })}
        onRemoved={succeed}
        onClose={close}
      />
    );
  }
  const guest = doing === 'add' ? undefined : doing.edit;
  return <GuestDialog child={child.id} guest={guest} onSaved={succeed} onClose={close} />;
}
